/** Search results that need no server: people, goals, pages and actions. */
import { t } from '@lingui/core/macro';
import { hasWords } from '#features/book/transactions/rules.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';
import type { OwnDialog } from '#screens/dashboard/web/child-own-dialogs.tsx';
import type { OpenDialog } from '#screens/dashboard/web/parent-dialogs.tsx';
import type { Reader } from '#screens/dashboard/web/use-reader.ts';

export type Act = { parent: OpenDialog } | { child: OwnDialog } | 'keys';

export interface Hit {
  id: string;
  label: string;
  detail?: string;
  to: { href: string } | { act: Act };
}

export interface Group {
  id: 'people' | 'goals' | 'entries' | 'pages' | 'acts';
  title: string;
  hits: Hit[];
}

/** Per group. */
export const HITS_SHOWN = 5;

/** Without a search text: actions and pages to choose from. */
export function localGroups(words: string, reader: Reader, goals: readonly Goal[]): Group[] {
  const wanted = words.trim();
  const fits = ({ label }: Hit) => wanted === '' || hasWords(label, wanted);
  const groups: Group[] = [
    { id: 'people', title: t`People`, hits: wanted === '' ? [] : people(reader) },
    { id: 'goals', title: t`Goals`, hits: wanted === '' ? [] : goals.map(goalHit) },
    { id: 'acts', title: t`What you can do`, hits: reader.isChild ? childActs() : acts(reader) },
    { id: 'pages', title: t`Pages`, hits: pages(reader) },
  ];
  return groups
    .map((group) => ({ ...group, hits: group.hits.filter(fits).slice(0, HITS_SHOWN) }))
    .filter(({ hits }) => hits.length > 0);
}

const people = ({ children }: Reader): Hit[] =>
  children.map(({ id, name }) => ({
    id: `child-${id}`,
    label: name,
    detail: t`Savings book`,
    to: { href: `/children/${id}` },
  }));

const goalHit = ({ id, title }: Goal): Hit => ({
  id: `goal-${id}`,
  label: title,
  to: { href: `/family-goals/${id}` },
});

function acts({ children }: Reader): Hit[] {
  const parent = (id: string, label: string, dialog: OpenDialog): Hit => ({
    id,
    label,
    to: { act: { parent: dialog } },
  });
  const several = children.length > 1;
  return [
    ...children.map(({ id, name }) =>
      parent(`add-${id}`, t`Add transaction for ${name}`, { kind: 'transaction', id }),
    ),
    ...(several ? [parent('several', t`Pay several children`, { kind: 'several' })] : []),
    parent('add-child', t`Add Child`, { kind: 'add-child' }),
    ...children.map(({ id, name }) =>
      parent(`hand-over-${id}`, t`Hand over the tablet to ${name}`, { kind: 'hand-over', id }),
    ),
    ...children.flatMap(({ id, name }) => [
      parent(`lightning-${id}`, t`${name}’s Lightning`, { kind: 'open-lightning', id }),
      parent(`wallet-${id}`, t`${name}’s Bitcoin wallet`, { kind: 'open-wallet', id }),
    ]),
    ...children.map(({ id, name }) =>
      parent(`import-${id}`, t`Import CSV for ${name}`, { kind: 'import', id }),
    ),
    KEYS(),
  ];
}

const childActs = (): Hit[] => [
  { id: 'ask', label: t`Ask to Use Savings`, to: { act: { child: 'ask' } } },
  { id: 'add', label: t`Add Transaction`, to: { act: { child: 'add' } } },
  { id: 'import', label: t`Import CSV`, to: { act: { child: 'import' } } },
  KEYS(),
];

const KEYS = (): Hit => ({ id: 'keys', label: t`Keys`, to: { act: 'keys' } });

function pages({ isChild, user, books }: Reader): Hit[] {
  const page = (href: string, label: string): Hit => ({ id: href, label, to: { href } });
  return [
    page('/dashboard', t`Home`),
    page('/family-goals', t`Family Goals`),
    page('/activity', isChild ? t`My book` : t`Activity`),
    page('/requests', isChild ? t`What I asked` : t`Requests`),
    page('/lessons', t`Lessons`),
    page('/more', t`More`),
    ...(isChild ? [] : [page('/dashboard?view=overview', t`Family Overview`)]),
    ...books.map(({ id, name }) =>
      page(`/statement?child=${id}`, isChild ? t`My statement` : t`${name}’s statement`),
    ),
    page('/privacy', t`Privacy`),
    ...(user.isAdmin ? [page('/admin', t`Admin`)] : []),
    page('/logout', t`Logout`),
  ];
}
