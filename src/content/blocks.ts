/** The text of an article or a lesson as a small tree: made by markdown.ts, shown by screens. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'bold'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly inlines: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly inlines: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly Inline[])[];
    };
