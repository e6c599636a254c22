/**
 * The public home page. Rendered once, at build time, to plain HTML; the browser gets no React.
 * `landing-script.ts` changes the primary buttons (`data-cta`) for signed-in people.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { BookIcon, NextIcon } from '#web/ui/icons.tsx';
import { UnlessSet, WhenSet } from './filled.tsx';
import { Compare, Features, Storage } from './landing-blocks.tsx';
import { SampleBook } from './sample-book.tsx';
import { SiteFoot, SiteName, SkipLink } from './site-frame.tsx';

export function Landing() {
  return (
    <>
      <Loading />
      <div className="page">
        <SkipLink />
        <Header />
        <main id="main">
          <div className="opening">
            <Hero />
            <Doors />
          </div>
          <Features />
          <Compare />
          <Storage />
        </main>
        <SiteFoot />
      </div>
    </>
  );
}

function Header() {
  return (
    <header className="top">
      <SiteName />
      <PrimaryLink className="btn btn-alt btn-sm" isReturn />
    </header>
  );
}

function Hero() {
  return (
    <section className="hero rings">
      <div className="promise">
        <h1>
          <Trans>Pocket money that teaches Bitcoin.</Trans>
        </h1>
        <p className="lead">
          <Trans>
            A savings book for every child, empowering families in the Bitcoin economy. You keep the
            keys, you say yes, you pay from your own wallet.
          </Trans>
        </p>
        <div className="ways">
          <PrimaryLink className="btn btn-gold" />
          <a className="btn btn-alt" href="/demo" data-event="cta_demo_access">
            <Trans>Try Demo</Trans>
          </a>
        </div>
        <p className="free">
          <UnlessSet name="sells">
            <Trans>Free. No subscription. Run on donations.</Trans>
          </UnlessSet>
          <WhenSet name="sells">
            <Trans>Free at its core. Hosted reminders can be bought.</Trans>
          </WhenSet>
        </p>
      </div>
      <SampleBook />
    </section>
  );
}

/** Together with the two in the hero, these are the four large buttons. */
function Doors() {
  return (
    <div className="doors">
      <a className="door" href="/how-it-works" data-event="cta_learn_more">
        <strong>
          <Trans>How It Works</Trans>
        </strong>
        <span>
          <Trans>A week with the book, and who decides what.</Trans>
        </span>
        <NextIcon />
      </a>
      <a className="door" href="/blog" data-event="blog_accessed">
        <strong>
          <Trans>Bitcoin Education</Trans>
        </strong>
        <span>
          <Trans>Short articles on money, for grown-ups and children.</Trans>
        </span>
        <NextIcon />
      </a>
    </div>
  );
}

interface PrimaryLinkProps {
  className: string;
  /** In the header: for people who already have a book. */
  isReturn?: boolean;
}

/**
 * 'Get Started', or 'Sign in' above it, until the script knows better. Both have the same target.
 */
function PrimaryLink({ className, isReturn = false }: PrimaryLinkProps) {
  const { t } = useLingui();
  return (
    <a
      className={className}
      href="/onboarding"
      data-cta
      data-member-href="/dashboard"
      data-member-text={t`Go to Dashboard`}
    >
      {isReturn ? t`Sign in` : t`Get Started`}
    </a>
  );
}

/** Visible only while checking for a sign-in (`<html data-auth="loading">`). */
function Loading() {
  return (
    <div className="loading" role="status">
      <BookIcon size={88} strokeWidth={0.9} />
      <p>
        <Trans>Loading</Trans>
      </p>
    </div>
  );
}
