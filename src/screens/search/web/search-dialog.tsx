/**
 * One field that finds people, goals, entries, pages and actions. Arrows choose, Enter opens. The
 * server finds the entries, among those that the reader may see.
 */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { transactions } from '#features/book/transactions/contract.ts';
import { lineText } from '#features/book/transactions/web/lines.ts';
import { goals as goalsCalls } from '#features/pocket/goals/contract.ts';
import type { Reader } from '#screens/dashboard/web/use-reader.ts';
import { satsOf } from '#web/amounts.ts';
import { datedText, isoDay } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { type Act, type Group, HITS_SHOWN, type Hit, localGroups } from './hits.ts';
import './search.css';

export interface SearchDialogProps {
  reader: Reader;
  onAct: (act: Act) => void;
  onClose: () => void;
}

const MOST_LETTERS = 100;

export function SearchDialog({ reader, onAct, onClose }: SearchDialogProps) {
  const [, go] = useLocation();
  const [words, setWords] = useState('');
  const [chosen, choose] = useState(0);
  const { groups, failed, isSearching } = useGroups(words, reader);
  const hits = groups.flatMap((group) => group.hits);
  const place = Math.min(chosen, hits.length - 1);
  const list = useId();
  const open = ({ to }: Hit) => {
    if ('act' in to) return onAct(to.act);
    onClose();
    go(to.href);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const hit = event.key === 'Enter' ? hits[place] : undefined;
    if ((!step && !hit) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (hit) open(hit);
    else if (step && hits.length > 0) choose((place + step + hits.length) % hits.length);
  };
  const active = hits[place];
  return (
    <Dialog title={t`Search`} onClose={onClose}>
      <input
        data-autofocus=""
        type="search"
        role="combobox"
        className="input"
        aria-label={t`What are you looking for?`}
        placeholder={t`A child, a goal, a line, a page`}
        aria-expanded={hits.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && `${list}-${active.id}`}
        maxLength={MOST_LETTERS}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          choose(0);
        }}
        onKeyDown={press}
      />
      {failed && <InlineAlert>{t`The entries could not be searched just now.`}</InlineAlert>}
      <p className="sub" role="status">
        {hits.length === 0 && !isSearching && t`Nothing found. Try other words, or fewer letters.`}
      </p>
      <div id={list} className="hits" role="listbox" aria-label={t`Found`}>
        {groups.map((group) => (
          <HitGroup key={group.id} group={group} list={list} active={active} onOpen={open} />
        ))}
      </div>
    </Dialog>
  );
}

interface HitGroupProps {
  group: Group;
  list: string;
  active: Hit | undefined;
  onOpen: (hit: Hit) => void;
}

function HitGroup({ group: { id, title, hits }, list, active, onOpen }: HitGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
    <div role="group" aria-labelledby={`${list}-${id}`}>
      <p id={`${list}-${id}`} className="ledger-day">
        {title}
      </p>
      {hits.map((hit) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are read where the words are typed
        <div
          key={hit.id}
          id={`${list}-${hit.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={hit === active}
          className={cx('hit', hit === active && 'hit-on')}
          onClick={() => onOpen(hit)}
        >
          <span>{hit.label}</span>
          {hit.detail && <span className="sub">{hit.detail}</span>}
        </div>
      ))}
    </div>
  );
}

function useGroups(words: string, reader: Reader) {
  const goals = useQuery(query(goalsCalls.list, {})).data ?? [];
  const text = useDeferredValue(words.trim());
  const found = useQuery({
    ...query(transactions.list, { text }),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  });
  const entries = text.length > 1 ? (found.data?.entries ?? []) : [];
  const hits = entries.slice(0, HITS_SHOWN).map((entry): Hit => {
    const day = datedText(isoDay(entry.createdAt, reader.timeZone));
    const who = reader.isChild ? '' : `${entry.childName} · `;
    return {
      id: `entry-${entry.id}`,
      label: lineText(entry, reader.isChild),
      detail: `${who}${satsWithValue(satsOf(entry.amount))} · ${day}`,
      to: { href: `/activity?entry=${entry.id}` },
    };
  });
  if (entries.length > HITS_SHOWN)
    hits.push({
      id: 'entries-all',
      label: t`All entries with “${text}”`,
      to: { href: `/activity?text=${encodeURIComponent(text)}` },
    });
  const local = localGroups(words, reader, goals);
  const isEntry = hits.length > 0;
  const own: Group = { id: 'entries', title: t`Entries`, hits };
  const after = local.findIndex(({ id }) => id === 'acts' || id === 'pages');
  const groups = isEntry ? local.toSpliced(after < 0 ? local.length : after, 0, own) : local;
  return { groups, failed: found.isError, isSearching: found.isFetching };
}
