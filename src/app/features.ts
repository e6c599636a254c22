/**
 * Every feature with calls, listed once: its contract and its handlers. The routes (server.ts), the
 * OpenAPI document, /api/docs and the generated tests are derived from this table. Lightning and
 * the wallet have several parts each, which they list themselves.
 */
import type { Contract } from '#contract/endpoint.ts';
import { approvalSummaries, approvals } from '#features/book/approvals/contract.ts';
import { approvalHandlers } from '#features/book/approvals/server.ts';
import { stateInMessage } from '#features/book/approvals/store.ts';
import { moneyChangeSummaries, moneyChanges } from '#features/book/changes/contract.ts';
import { moneyChangeHandlers } from '#features/book/changes/server.ts';
import { importSummaries, imports } from '#features/book/imports/contract.ts';
import { importHandlers } from '#features/book/imports/server.ts';
import { privacy, privacySummaries } from '#features/book/privacy/contract.ts';
import { privacyHandlers } from '#features/book/privacy/server.ts';
import { transactionSummaries, transactions } from '#features/book/transactions/contract.ts';
import { transactionHandlers } from '#features/book/transactions/server.ts';
import { emailChange, emailChangeSummaries } from '#features/household/email-change/contract.ts';
import { emailChangeHandlers } from '#features/household/email-change/server.ts';
import { family, familySummaries } from '#features/household/family/contract.ts';
import { familyHandlers } from '#features/household/family/server.ts';
import { joining, joiningSummaries } from '#features/household/joining/contract.ts';
import { joiningHandlers } from '#features/household/joining/server.ts';
import { blog, blogSummaries } from '#features/learn/blog/contract.ts';
import { blogHandlers } from '#features/learn/blog/server.ts';
import { lessonSummaries, lessons } from '#features/learn/lessons/contract.ts';
import { lessonHandlers } from '#features/learn/lessons/server.ts';
import { billing, billingSummaries } from '#features/money/billing/contract.ts';
import { billingHandlers } from '#features/money/billing/server.ts';
import { ceiling, ceilingSummaries } from '#features/money/ceiling/contract.ts';
import { ceilingHandlers } from '#features/money/ceiling/server.ts';
import { lightningFeatures } from '#features/money/lightning/features.ts';
import { vault, vaultSummaries } from '#features/money/vault/contract.ts';
import { vaultPasskeySummaries, vaultPasskeys } from '#features/money/vault/passkeys/contract.ts';
import { vaultPasskeyHandlers } from '#features/money/vault/passkeys/server.ts';
import { vaultHandlers } from '#features/money/vault/server.ts';
import { walletFeatures } from '#features/money/wallet/features.ts';
import { messageSummaries, messages } from '#features/notices/messages/contract.ts';
import { messageHandlers } from '#features/notices/messages/server.ts';
import { push, pushSummaries } from '#features/notices/push/contract.ts';
import { pushHandlers } from '#features/notices/push/server.ts';
import { admin, adminSummaries } from '#features/operator/admin/contract.ts';
import { adminHandlers } from '#features/operator/admin/server.ts';
import {
  serverSettings,
  serverSettingsSummaries,
} from '#features/operator/admin/settings/contract.ts';
import { serverSettingsHandlers } from '#features/operator/admin/settings/server.ts';
import { backupCare, backupCareSummaries } from '#features/operator/backups/care/contract.ts';
import { backupCareHandlers } from '#features/operator/backups/care/server.ts';
import { backupSummaries, backups } from '#features/operator/backups/contract.ts';
import { restoring, restoringSummaries } from '#features/operator/backups/restore/contract.ts';
import { restoringHandlers } from '#features/operator/backups/restore/server.ts';
import { backupHandlers } from '#features/operator/backups/server.ts';
import { visitSummaries, visits } from '#features/operator/visits/contract.ts';
import { visitHandlers } from '#features/operator/visits/server.ts';
import { auth, authSummaries } from '#features/people/auth/contract.ts';
import { authHandlers } from '#features/people/auth/server.ts';
import { children, childrenSummaries } from '#features/people/children/contract.ts';
import { childBooks } from '#features/people/children/own-book.ts';
import { childrenHandlers } from '#features/people/children/server.ts';
import { nameInMessage } from '#features/people/children/store.ts';
import { handover, handoverSummaries } from '#features/people/handover/contract.ts';
import { handoverHandlers } from '#features/people/handover/server.ts';
import { openings } from '#features/people/invitations/openings.ts';
import { rateSummaries, rates } from '#features/people/rates/contract.ts';
import { rateHandlers } from '#features/people/rates/server.ts';
import { shownRate } from '#features/people/rates/store.ts';
import { stepUp, stepUpSummaries } from '#features/people/step-up/contract.ts';
import { help, helpSummaries } from '#features/people/step-up/help/contract.ts';
import { helpHandlers, onHelpUsed } from '#features/people/step-up/help/server.ts';
import { passkeySummaries, passkeys } from '#features/people/step-up/passkeys/contract.ts';
import { passkeyHandlers } from '#features/people/step-up/passkeys/server.ts';
import { recovery, recoverySummaries } from '#features/people/step-up/recovery/contract.ts';
import { recoveryHandlers } from '#features/people/step-up/recovery/server.ts';
import { stepUpHandlers } from '#features/people/step-up/server.ts';
import { allowanceSummaries, allowances } from '#features/pocket/allowances/contract.ts';
import { allowanceHandlers } from '#features/pocket/allowances/server.ts';
import { balanceSummaries, balances } from '#features/pocket/balances/contract.ts';
import { balanceHandlers } from '#features/pocket/balances/server.ts';
import { allocationSummaries, allocations } from '#features/pocket/goals/allocations/contract.ts';
import { tellOfDeletedGoal } from '#features/pocket/goals/allocations/decisions.ts';
import { allocationHandlers } from '#features/pocket/goals/allocations/server.ts';
import {
  goalPictureSummaries,
  goalPictures,
  goalSummaries,
  goals,
} from '#features/pocket/goals/contract.ts';
import { markSummaries, marks } from '#features/pocket/goals/marks/contract.ts';
import { markHandlers } from '#features/pocket/goals/marks/server.ts';
import { mountGoalPictures } from '#features/pocket/goals/pictures.ts';
import { goalHandlers } from '#features/pocket/goals/server.ts';
import { growth, growthSummaries } from '#features/pocket/growth/contract.ts';
import { saplingSummaries, saplings } from '#features/pocket/growth/sapling/contract.ts';
import { saplingHandlers } from '#features/pocket/growth/sapling/server.ts';
import { growthHandlers } from '#features/pocket/growth/server.ts';
import { statementSummaries, statements } from '#features/pocket/statements/contract.ts';
import { statementHandlers } from '#features/pocket/statements/server.ts';
import { dashboard, dashboardSummaries } from '#screens/dashboard/contract.ts';
import { mountDashboard } from '#screens/dashboard/server.ts';
import type { Services } from '#server/http/context.ts';
import { type Feature, feature } from '#server/http/feature.ts';
import type { Limiter } from '#server/http/limits.ts';
import { repeat } from './after-restore.ts';
import { bookings } from './bookings.ts';
import { erasers } from './erasers.ts';
import { isEncrypted, keepers } from './keepers.ts';
import { pruneHooks, reversalHooks, settledHooks, undoHooks } from './ledger-hooks.ts';
import { plainWallet } from './plain-wallet.ts';
import { backupReader } from './restoring.ts';

/** The parts of other features that every way of signing in needs. */
const toSignIn = (services: Services, limit: Limiter) => ({
  limit,
  books: childBooks,
  openings,
  onHelpUsed: onHelpUsed(services),
  rateOf: shownRate,
});

/** By the name used in the API's documentation and the authorization table. */
export const features: Readonly<Record<string, Feature>> = {
  auth: feature(auth, authSummaries, ({ services, limit }) =>
    authHandlers(services, toSignIn(services, limit)),
  ),
  stepUp: feature(stepUp, stepUpSummaries, ({ services, limit }) =>
    stepUpHandlers(services, limit),
  ),
  passkeys: feature(passkeys, passkeySummaries, ({ services, limit }) =>
    passkeyHandlers(services, toSignIn(services, limit)),
  ),
  recovery: feature(recovery, recoverySummaries, ({ services, limit }) =>
    recoveryHandlers(services, toSignIn(services, limit)),
  ),
  help: feature(help, helpSummaries, ({ services, limit }) => helpHandlers(services, limit)),
  emailChange: feature(emailChange, emailChangeSummaries, ({ services, limit }) =>
    emailChangeHandlers(services, limit),
  ),
  family: feature(family, familySummaries, ({ services }) => familyHandlers(services)),
  children: feature(children, childrenSummaries, ({ services }) =>
    childrenHandlers(services, erasers),
  ),
  joining: feature(joining, joiningSummaries, ({ services, limit }) =>
    joiningHandlers(services, toSignIn(services, limit)),
  ),
  rates: feature(rates, rateSummaries, ({ services }) => rateHandlers(services)),
  ceiling: feature(ceiling, ceilingSummaries, ceilingHandlers),
  handover: feature(handover, handoverSummaries, ({ services }) => handoverHandlers(services)),
  allowances: feature(allowances, allowanceSummaries, allowanceHandlers),
  imports: feature(imports, importSummaries, ({ services }) => importHandlers(services)),
  transactions: feature(transactions, transactionSummaries, ({ services }) =>
    transactionHandlers(services, undoHooks, settledHooks),
  ),
  balances: feature(balances, balanceSummaries, balanceHandlers),
  growth: feature(growth, growthSummaries, growthHandlers),
  saplings: feature(saplings, saplingSummaries, saplingHandlers),
  statements: feature(statements, statementSummaries, statementHandlers),
  approvals: feature(approvals, approvalSummaries, ({ services }) =>
    approvalHandlers(services, bookings(services.importLimits)),
  ),
  moneyChanges: feature(moneyChanges, moneyChangeSummaries, ({ services }) =>
    moneyChangeHandlers({ services, keepers, isEncrypted }),
  ),
  messages: feature(messages, messageSummaries, () =>
    messageHandlers({ childName: nameInMessage, requestState: stateInMessage }),
  ),
  lessons: feature(lessons, lessonSummaries, lessonHandlers),
  privacy: feature(privacy, privacySummaries, ({ services }) =>
    privacyHandlers(services, pruneHooks),
  ),
  push: feature(push, pushSummaries, ({ services }) => pushHandlers(services.push)),
  goals: feature(goals, goalSummaries, ({ services }) =>
    goalHandlers(services, reversalHooks, tellOfDeletedGoal),
  ),
  marks: feature(marks, markSummaries, ({ services }) => markHandlers(services)),
  allocations: feature(allocations, allocationSummaries, ({ services }) =>
    allocationHandlers(services),
  ),
  blog: feature(blog, blogSummaries, ({ services, app }) => blogHandlers(services, app)),
  admin: feature(admin, adminSummaries, ({ services, monitor }) =>
    adminHandlers(services, monitor),
  ),
  serverSettings: feature(serverSettings, serverSettingsSummaries, ({ services }) =>
    serverSettingsHandlers(services),
  ),
  backups: feature(backups, backupSummaries, ({ services }) => backupHandlers(services)),
  ...walletFeatures(reversalHooks),
  vault: feature(vault, vaultSummaries, ({ services }) => vaultHandlers(plainWallet(services))),
  vaultPasskeys: feature(vaultPasskeys, vaultPasskeySummaries, () => vaultPasskeyHandlers),
  ...lightningFeatures,
  billing: feature(billing, billingSummaries, ({ services, app }) =>
    billingHandlers(services, (line) => app.log.warn(line)),
  ),
  visits: feature(visits, visitSummaries, ({ services, reportVisit }) =>
    visitHandlers(services, reportVisit),
  ),
  restoring: feature(restoring, restoringSummaries, ({ services, limit }) =>
    restoringHandlers(services, limit, backupReader),
  ),
  backupCare: feature(backupCare, backupCareSummaries, ({ services }) =>
    backupCareHandlers(services, (tx, erasure, now) =>
      repeat(tx, erasure, { secretsKey: services.secretsKey, now }),
    ),
  ),
  // These two reply with raw bytes, so they mount themselves.
  goalPictures: {
    contract: goalPictures,
    summaries: goalPictureSummaries,
    mount: ({ app, services }) => mountGoalPictures(app, services),
  },
  dashboard: {
    contract: dashboard,
    summaries: dashboardSummaries,
    mount: ({ app, services }) => mountDashboard(app, services),
  },
};

export const contracts: Readonly<Record<string, Contract>> = Object.fromEntries(
  Object.entries(features).map(([name, { contract }]) => [name, contract]),
);
