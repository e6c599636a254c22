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
import { said } from '#web/messages/said.ts';

/** Messages by field name; the key `form` holds those that belong to no field. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

export interface FormProps {
  onSubmit: () => void;
  errors?: FormErrors | undefined;
  children: ReactNode;
  /** Buttons. Leave out when the form is in a dialog with its own row (and give it an `id`). */
  actions?: ReactNode;
  id?: string;
  className?: string;
}

const FormScope = createContext<{ prefix: string; errors: FormErrors } | undefined>(undefined);

export function Form({ onSubmit, errors: found, children, actions, id, className }: FormProps) {
  const prefix = useId();
  const { errors, onInput } = useUnanswered(found ?? NO_ERRORS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <FormScope value={{ prefix, errors }}>
      <form id={id} className={className ?? 'form'} noValidate onSubmit={submit} onInput={onInput}>
        <ErrorSummary prefix={prefix} errors={errors} />
        {children}
        {actions && <div className="form-actions">{actions}</div>}
      </form>
    </FormScope>
  );
}

const NO_ERRORS: FormErrors = {};

/** An error goes as soon as its field is changed; the next submission looks again. */
function useUnanswered(found: FormErrors) {
  const [answered, setAnswered] = useState<{ found: FormErrors; names: readonly string[] }>();
  const names = answered?.found === found ? answered.names : [];
  const errors = Object.fromEntries(
    Object.entries(found).filter(([name]) => !names.includes(name)),
  );
  const onInput = ({ target }: FormEvent) => {
    const name = target instanceof Element ? target.getAttribute('name') : null;
    if (name && found[name] && !names.includes(name))
      setAnswered({ found, names: [...names, name] });
  };
  return { errors, onInput };
}

/** The element id of a field, and its error in the form around it. */
export function useField(name: string, error?: string): { id: string; error: string | undefined } {
  const scope = useContext(FormScope);
  const own = useId();
  return { id: `${scope?.prefix ?? own}-${name}`, error: error ?? scope?.errors[name] };
}

function ErrorSummary({ prefix, errors }: { prefix: string; errors: FormErrors }) {
  const ref = useRef<HTMLDivElement>(null);
  const list = Object.entries(errors).filter(([, message]) => message);
  const key = list.map(([name, message]) => `${name}:${message}`).join('\n');
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const lines = key.split('\n').filter(Boolean);
    // While errors go one by one, the focus stays where somebody types.
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
