/**
 * The always visible places: the index tabs of the book. A bar at the bottom of a phone, a rail at
 * the side of a wider screen.
 */
import { t } from '@lingui/core/macro';
import { Link, useLocation } from 'wouter';
import { useWays } from '#web/ui/page-link.tsx';
import { currentOf, type Place } from './places.ts';
import './places.css';

interface PlacesBarProps {
  places: readonly Place[];
  /** The number of the reader's pending items; shown on Home. */
  waiting?: number;
}

/** Omits missing places; the demo lacks most of them. */
export function PlacesBar({ places, waiting: count = 0 }: PlacesBarProps) {
  const [path] = useLocation();
  const way = useWays();
  const here = places.flatMap((place) => {
    const href = way(place.href);
    return href === undefined ? [] : [{ ...place, href }];
  });
  return (
    <nav className="places" aria-label={t`Places`}>
      <ul className="places-list">
        {here.map((place, index) => (
          <li key={place.href}>
            <Link href={place.href} className="place" aria-current={currentOf(place, path)}>
              <place.Icon size={24} />
              <span>{place.label}</span>
              {index === 0 && count > 0 && (
                <span className="place-badge num">
                  <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
                  <span className="sr-only">
                    {count === 1 ? t`One thing needs you` : t`${count} things need you`}
                  </span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
