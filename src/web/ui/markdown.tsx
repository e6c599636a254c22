/**
 * Renders the tree of an article or a lesson (content/markdown.ts) as elements; no HTML is built
 * from text.
 */
import { Fragment, type ReactNode } from 'react';
import type { Block, Inline } from '#content/blocks.ts';

type ShowLink = (href: string, words: ReactNode) => ReactNode;

/** `link` draws links that need more than a new tab, such as a confirmation. */
export function Markdown(props: { blocks: readonly Block[]; link?: ShowLink }) {
  const link = props.link ?? newTab;
  return props.blocks.map((block, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
    <Fragment key={i}>{showBlock(block, link)}</Fragment>
  ));
}

function showBlock(block: Block, link: ShowLink): ReactNode {
  if (block.kind === 'list') {
    const items = block.items.map((item, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
      <li key={i}>{showInlines(item, link)}</li>
    ));
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  const inlines = showInlines(block.inlines, link);
  return block.kind === 'heading' ? <h2>{inlines}</h2> : <p>{inlines}</p>;
}

function showInlines(inlines: readonly Inline[], link: ShowLink): ReactNode {
  return inlines.map((one, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
    <Fragment key={i}>{showInline(one, link)}</Fragment>
  ));
}

function showInline(one: Inline, link: ShowLink): ReactNode {
  if (one.kind === 'text') return one.text;
  if (one.kind === 'break') return <br />;
  const words = showInlines(one.inlines, link);
  return one.kind === 'bold' ? <strong>{words}</strong> : link(one.href, words);
}

const newTab: ShowLink = (href, words) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {words}
  </a>
);
