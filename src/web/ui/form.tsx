/**
 * A form: errors by field name, a summary on top that takes the focus after a failed submission,
 * and the action row. Fields (`field.tsx` and others) look up their error here by `name`.
 */
import { t } from '@lingui/core/macro';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Sats } from '#core/money.ts';
import { said } from '#web/messages/said.ts';
import { setAsker } from './unsaved.ts';

setAsker(async (onLeave) => (await import('./leave-question.tsx')).askToLeave(onLeave));

/** Messages by field name; the key `form` has those that belong to no field. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

export interface FormProps {
  onSubmit: () => void;
  errors?: FormErrors | undefined;
  children: ReactNode;
  /** Buttons. Omit if the form is in a dialog with its own row (and give it an `id`). */
  actions?: ReactNode;
  id?: string;
  className?: string;
}

interface Scope {
  prefix: string;
  errors: FormErrors;
  large: LargeAmounts;
  answer: (...names: readonly string[]) => void;
}

const FormScope = createContext<Scope | undefined>(undefined);

export function Form({ onSubmit, errors: found, children, actions, id, className }: FormProps) {
  const prefix = useId();
  const { errors, onInput, answer } = useUnanswered(found ?? NO_ERRORS);
  const large = useLargeAmounts(onSubmit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    large.submit();
  };
  return (
    <FormScope value={{ prefix, errors, large, answer }}>
      <form id={id} className={className ?? 'form'} noValidate onSubmit={submit} onInput={onInput}>
        <ErrorSummary prefix={prefix} errors={errors} />
        {children}
        {actions && <div className="form-actions">{actions}</div>}
      </form>
    </FormScope>
  );
}

const NO_ERRORS: FormErrors = {};

/**
 * An error disappears as soon as its field is changed, and a form-wide one with any field; the next
 * submission checks again.
 */
function useUnanswered(found: FormErrors) {
  const [answered, setAnswered] = useState<{ found: FormErrors; names: readonly string[] }>();
  const names = answered?.found === found ? answered.names : [];
  const errors = Object.fromEntries(
    Object.entries(found).filter(([name]) => !names.includes(name)),
  );
  const answer = (...changed: readonly string[]) => {
    const gone = [...changed, 'form'].filter((name) => found[name] && !names.includes(name));
    if (gone.length > 0) setAnswered({ found, names: [...names, ...gone] });
  };
  const onInput = ({ target }: FormEvent) => {
    const name = target instanceof Element ? target.getAttribute('name') : null;
    if (name) answer(name);
  };
  return { errors, onInput, answer };
}

/** Clears the errors of fields that change together, or automatically. */
export const useAnswer = (): Scope['answer'] => useContext(FormScope)?.answer ?? (() => undefined);

/** The element id of a field, and its error in the form around it. */
export function useField(name: string, error?: string): { id: string; error: string | undefined } {
  const scope = useContext(FormScope);
  const own = useId();
  return { id: `${scope?.prefix ?? own}-${name}`, error: error ?? scope?.errors[name] };
}

type ByField = ReadonlyMap<string, Sats>;
type LargeAmounts = ReturnType<typeof useLargeAmounts>;

/** Large amounts by field name: present in the form, asked about, and confirmed. */
function useLargeAmounts(onSubmit: () => void) {
  const present = useRef(new Map<string, Sats>());
  const confirmed = useRef(new Map<string, Sats>());
  const [asked, setAsked] = useState<ByField>(new Map());
  const submit = () => {
    const open = [...present.current].filter(
      ([name, sats]) => confirmed.current.get(name) !== sats,
    );
    setAsked(new Map(open));
    if (open.length === 0) onSubmit();
  };
  return {
    present: present.current,
    asked,
    submit,
    confirm: (name: string, sats: Sats) => {
      confirmed.current.set(name, sats);
      submit();
    },
    withdraw: () => setAsked(new Map()),
  };
}

/**
 * Registers a field's large amount with the form around it, which asks before sending.
 * @param sats undefined while the amount isn't large
 */
export function useLargeAmount(name: string, sats: Sats | undefined) {
  const large = useContext(FormScope)?.large;
  const { id: inputId } = useField(name);
  const present = large?.present;
  useEffect(() => {
    if (sats === undefined) return;
    present?.set(name, sats);
    return () => void present?.delete(name);
  }, [present, name, sats]);
  return {
    /** The field's input, which gets the focus back. */
    inputId,
    isAsked: sats !== undefined && large?.asked.get(name) === sats,
    confirm: () => sats !== undefined && large?.confirm(name, sats),
    withdraw: () => large?.withdraw(),
  };
}

function ErrorSummary({ prefix, errors }: { prefix: string; errors: FormErrors }) {
  const ref = useRef<HTMLDivElement>(null);
  const all = Object.entries(errors).filter(([, message]) => message);
  // For an empty form the summary lists each message once; every field still shows its own.
  const list = all.filter(([, message], i) => all.findIndex((one) => one[1] === message) === i);
  const key = list.map(([name, message]) => `${name}:${message}`).join('\n');
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const lines = key.split('\n').filter(Boolean);
    // While errors disappear one by one, the focus stays in the field being edited.
    if (lines.some((line) => !before.current.includes(line))) ref.current?.focus();
    before.current = lines;
  }, [key]);
  if (list.length === 0) return null;
  return (
    <div ref={ref} className="summary" role="alert" tabIndex={-1}>
      <p className="summary-title">{t`Please check`}</p>
      <ul>
        {list.map(([name, message = '']) => (
          <li key={name}>
            {name === 'form' ? (
              said(message)
            ) : (
              <FieldLink id={`${prefix}-${name}`} text={said(message)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function FieldLink({ id, text }: { id: string; text: string }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {text}
    </a>
  );
}
