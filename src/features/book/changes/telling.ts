/** Notifies all adults of a family, including the one acting, of redirected money or a lost key. */
import { notify } from '#features/notices/messages/store.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { changedMail } from './mails.ts';

export type Told = {
  /** As in the API's documentation. */
  call: string;
  undid?: string | null | undefined;
  childId?: string | null | undefined;
  /** The copy to undo; undefined if it can't be undone, or only on another page. */
  copyId?: string | undefined;
  /** If it has a separate mail. */
  mail?: Letters | undefined;
};

type Telling = Pick<FamilyContext, 'tx' | 'actor' | 'now'>;

/** The acting person is notified too: someone else may be using their device. */
export async function tellChange(
  { jobs, publicUrl }: Pick<Services, 'jobs' | 'publicUrl'>,
  { tx, actor, now }: Telling,
  { call, undid, childId, copyId, mail }: Told,
): Promise<void> {
  const { familyId, firstName, email } = actor;
  const data = {
    ...{ call, by: firstName ?? email },
    ...(undid && { undid }),
    ...(copyId && { copyId }),
  };
  const letters = mail ?? changedMail(publicUrl, copyId);
  const about = { familyId, to: 'adults', childId: childId ?? undefined } as const;
  await notify(jobs, tx, [{ ...about, kind: 'money_changed', data, mail: letters }], now);
}
