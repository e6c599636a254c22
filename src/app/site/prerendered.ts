/** What the build gets of the home page. */
export interface Prerendered {
  /** The inside of `<body>`. */
  body: string;
  title: string;
  description: string;
  /** Inline scripts of the head, in order. */
  scripts: readonly string[];
}
