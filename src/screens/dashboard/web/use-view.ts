/** The open view and, in Child View, the book's owner: part of the URL, which makes Back work. */
import { useSearchParams } from 'wouter';

const MODES = ['parent', 'child', 'overview'] as const;
type Mode = (typeof MODES)[number];

export interface View {
  mode: Mode;
  /** The chosen child of Child View. */
  childId: string | undefined;
  setMode: (mode: Mode) => void;
  chooseChild: (id: string) => void;
}

export function useView(): View {
  const [params, setParams] = useSearchParams();
  const mode = MODES.find((one) => one === params.get('view')) ?? 'parent';
  return {
    mode,
    childId: mode === 'child' ? (params.get('child') ?? undefined) : undefined,
    setMode: (next) => setParams(next === 'parent' ? {} : { view: next }),
    chooseChild: (id) => setParams({ view: 'child', child: id }),
  };
}
