/** The frame of the operators' pages: the name, the navigation, one heading. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LogoMark } from '#web/ui/logo.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import './admin.css';

interface AdminFrameProps {
  title: string;
  here: '/admin' | '/admin/monitoring' | '/admin/backups' | '/admin/settings';
  children: ReactNode;
}

export function AdminFrame({ title, here, children }: AdminFrameProps) {
  const ways = [
    { href: '/admin', label: t`People` },
    { href: '/admin/monitoring', label: t`Monitoring` },
    { href: '/admin/backups', label: t`Backups` },
    { href: '/admin/settings', label: t`Settings` },
    { href: '/dashboard', label: t`Dashboard` },
  ];
  return (
    <div className="adm in-order">
      <SkipLink />
      <header className="adm-head">
        <a href="/" className="adm-brand">
          <LogoMark /> Satling
        </a>
        <nav className="adm-ways" aria-label={t`Operator`}>
          {ways.map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              className="adm-way"
              aria-current={href === here ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="adm-main">
        <h1>{title}</h1>
        {children}
      </main>
      <footer>
        <ThemeSwitch />
      </footer>
    </div>
  );
}
