/**
 * Our own line icons, 24 by 24, in the text color; decorative only, so hidden from screen readers.
 * The words next to them carry the meaning.
 */
import type { SVGProps } from 'react';

export type IconProps = SVGProps<SVGSVGElement> & { size?: number };

function icon(paths: string, fill?: string) {
  return function Icon({ size = 22, ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
      >
        <path d={paths} />
        {fill && <path d={fill} fill="currentColor" stroke="none" />}
      </svg>
    );
  };
}

const CIRCLE = 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z';
const OCTAGON = 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z';

export const BookIcon = /* @__PURE__ */ icon(
  'M6 3h11.5A1.5 1.5 0 0 1 19 4.5V21H6.5A2.5 2.5 0 0 1 4 18.5V5a2 2 0 0 1 2-2zM4 18.5A2.5 2.5 0 0 1 6.5 16H19M8.5 7.5h6',
);
export const BoltIcon = /* @__PURE__ */ icon('M13.5 2.5 5 13.5h6l-1 8 9-11.5h-6z');
export const StarIcon = /* @__PURE__ */ icon(
  '',
  'M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z',
);
export const TickIcon = /* @__PURE__ */ icon('M4.5 12.5l5 5L19.5 7');
export const TickCircleIcon = /* @__PURE__ */ icon(`${CIRCLE}M8 12.5l3 3 5-6`);
export const WaitingIcon = /* @__PURE__ */ icon(CIRCLE, 'M12 6v6h6a6 6 0 0 0-6-6z');
export const SearchingIcon = /* @__PURE__ */ icon(
  'M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5',
);
export const StopIcon = /* @__PURE__ */ icon(`${OCTAGON}M12 8v5M12 16.2v.1`);
export const InfoIcon = /* @__PURE__ */ icon(`${CIRCLE}M12 11v5.5M12 7.6v.1`);
export const WarnIcon = /* @__PURE__ */ icon('M12 3.5 22 20.5H2zM12 10v4.5M12 17.4v.1');
export const CloseIcon = /* @__PURE__ */ icon('M6 6l12 12M18 6L6 18');
export const PlusIcon = /* @__PURE__ */ icon('M12 5v14M5 12h14');
export const BackIcon = /* @__PURE__ */ icon('M15 5l-7 7 7 7');
export const NextIcon = /* @__PURE__ */ icon('M9 5l7 7-7 7');
export const CopyIcon = /* @__PURE__ */ icon('M9 9h11v11H9zM15 9V4H4v11h5');
export const CalendarIcon = /* @__PURE__ */ icon('M4 6h16v14H4zM4 10.5h16M8 3.5V8M16 3.5V8');
export const KeyIcon = /* @__PURE__ */ icon(
  'M8 11.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 12.7 20 3.7M16.5 7.2l3 3',
);
export const MoreIcon = /* @__PURE__ */ icon(
  '',
  'M3 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM10 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM17 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0z',
);
export const ViewsIcon = /* @__PURE__ */ icon(
  'M2.5 12c2-4 5.5-6.5 9.5-6.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
);
export const ShareIcon = /* @__PURE__ */ icon('M12 15V3.5M7.5 7.5 12 3l4.5 4.5M5 12v8.5h14V12');
export const RssIcon = /* @__PURE__ */ icon(
  'M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M5.5 18.5h.1',
);
export const FindIcon = /* @__PURE__ */ icon(
  'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20.5 20.5',
);
export const BellIcon = /* @__PURE__ */ icon('M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4');
export const MailIcon = /* @__PURE__ */ icon('M3 5.5h18v13H3zM3.5 6.5l8.5 7 8.5-7');
export const ScreenIcon = /* @__PURE__ */ icon('M3.5 4.5h17v12h-17zM8.5 20h7M12 16.5V20');
export const OutIcon = /* @__PURE__ */ icon('M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5');
export const HomeIcon = /* @__PURE__ */ icon('M4 11.5 12 4l8 7.5V20h-5.5v-5.5h-5V20H4z');
export const FlagIcon = /* @__PURE__ */ icon('M6 21V4M6 5h12l-2.5 4L18 13H6');
export const LinesIcon = /* @__PURE__ */ icon('M4 6.5h16M4 12h16M4 17.5h10');
export const LessonIcon = /* @__PURE__ */ icon(
  'M12 5 2.5 9.5 12 14l9.5-4.5zM6.5 11.5V17c3 2.5 8 2.5 11 0v-5.5',
);
