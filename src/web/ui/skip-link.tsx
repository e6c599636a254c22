/** The first stop of the Tab key: past the header, to the content. */
import { t } from '@lingui/core/macro';

export function SkipLink({ to = 'main' }: { to?: string }) {
  return (
    <a
      className="skip-link"
      href={`#${to}`}
      onClick={(event) => {
        const content = document.getElementById(to);
        if (!content) return;
        event.preventDefault();
        content.tabIndex = -1;
        content.focus();
      }}
    >
      {t`Skip to the content`}
    </a>
  );
}
