/** For adults: takes back a stamp given by mistake. A child's own has no such button. */
import { t } from '@lingui/core/macro';
import { type Lesson, lessons } from '#features/learn/lessons/contract.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function TakeBack({ lesson, childId }: { lesson: Lesson; childId: string }) {
  const { slug, title } = lesson;
  const back = useCall(lessons.takeBack, {
    onDone: () => {
      standAt(slug);
      toast({ title: t`Taken back`, description: title });
    },
  });
  return (
    <>
      <Button
        look="quiet"
        small
        className="stamp-back"
        busy={back.isPending}
        aria-label={t`Take the stamp back: ${title}`}
        onClick={() => back.run({ id: childId, slug })}
      >
        {t`Take the stamp back`}
      </Button>
      <CallFailure error={back.error} fallback={t`This could not be taken back`} />
    </>
  );
}

/** The button disappears with the stamp, so the focus moves to the lesson. */
const standAt = (slug: string) =>
  document.querySelector<HTMLElement>(`.stamp-place[href*="/${slug}?"]`)?.focus();
