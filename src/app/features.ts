/**
 * Every feature with calls, listed once: its contract and its handlers. The routes (server.ts), the
 * OpenAPI document, /api/docs and the generated tests are derived from this table. Lightning and
 * the wallet have several parts each, which they list themselves.
 */
import type { Contract } from '#contract/endpoint.ts';
import { admin, adminSummaries } from '#features/admin/contract.ts';
import { adminHandlers } from '#features/admin/server.ts';
import { serverSettings, serverSettingsSummaries } from '#features/admin/settings/contract.ts';
import { serverSettingsHandlers } from '#features/admin/settings/server.ts';
import { allowanceSummaries, allowances } from '#features/allowances/contract.ts';
import { allowanceHandlers } from '#features/allowances/server.ts';
import { approvalSummaries, approvals } from '#features/approvals/contract.ts';
import { approvalHandlers } from '#features/approvals/server.ts';
import { stateInMessage } from '#features/approvals/store.ts';
import { auth, authSummaries } from '#features/auth/contract.ts';
import { authHandlers } from '#features/auth/server.ts';
import { backupCare, backupCareSummaries } from '#features/backups/care/contract.ts';
import { backupCareHandlers } from '#features/backups/care/server.ts';
import { backupSummaries, backups } from '#features/backups/contract.ts';
import { restoring, restoringSummaries } from '#features/backups/restore/contract.ts';
import { restoringHandlers } from '#features/backups/restore/server.ts';
import { backupHandlers } from '#features/backups/server.ts';
import { balanceSummaries, balances } from '#features/balances/contract.ts';
import { balanceHandlers } from '#features/balances/server.ts';
import { billing, billingSummaries } from '#features/billing/contract.ts';
import { billingHandlers } from '#features/billing/server.ts';
import { blog, blogSummaries } from '#features/blog/contract.ts';
import { blogHandlers } from '#features/blog/server.ts';
import { ceiling, ceilingSummaries } from '#features/ceiling/contract.ts';
import { ceilingHandlers } from '#features/ceiling/server.ts';
import { moneyChangeSummaries, moneyChanges } from '#features/changes/contract.ts';
import { moneyChangeHandlers } from '#features/changes/server.ts';
import { children, childrenSummaries } from '#features/children/contract.ts';
import { childBooks } from '#features/children/own-book.ts';
import { childrenHandlers } from '#features/children/server.ts';
import { nameInMessage } from '#features/children/store.ts';
import { emailChange, emailChangeSummaries } from '#features/email-change/contract.ts';
import { emailChangeHandlers } from '#features/email-change/server.ts';
import { family, familySummaries } from '#features/family/contract.ts';
import { familyHandlers } from '#features/family/server.ts';
import { allocationSummaries, allocations } from '#features/goals/allocations/contract.ts';
import { tellOfDeletedGoal } from '#features/goals/allocations/decisions.ts';
import { allocationHandlers } from '#features/goals/allocations/server.ts';
import {
  goalPictureSummaries,
  goalPictures,
  goalSummaries,
  goals,
} from '#features/goals/contract.ts';
import { markSummaries, marks } from '#features/goals/marks/contract.ts';
import { markHandlers } from '#features/goals/marks/server.ts';
import { mountGoalPictures } from '#features/goals/pictures.ts';
import { goalHandlers } from '#features/goals/server.ts';
import { growth, growthSummaries } from '#features/growth/contract.ts';
import { saplingSummaries, saplings } from '#features/growth/sapling/contract.ts';
import { saplingHandlers } from '#features/growth/sapling/server.ts';
import { growthHandlers } from '#features/growth/server.ts';
import { handover, handoverSummaries } from '#features/handover/contract.ts';
import { handoverHandlers } from '#features/handover/server.ts';
import { importSummaries, imports } from '#features/imports/contract.ts';
import { importHandlers } from '#features/imports/server.ts';
import { openings } from '#features/invitations/openings.ts';
import { joining, joiningSummaries } from '#features/joining/contract.ts';
import { joiningHandlers } from '#features/joining/server.ts';
import { lessonSummaries, lessons } from '#features/lessons/contract.ts';
import { lessonHandlers } from '#features/lessons/server.ts';
import { lightningFeatures } from '#features/lightning/features.ts';
import { messageSummaries, messages } from '#features/messages/contract.ts';
import { messageHandlers } from '#features/messages/server.ts';
import { privacy, privacySummaries } from '#features/privacy/contract.ts';
import { privacyHandlers } from '#features/privacy/server.ts';
import { push, pushSummaries } from '#features/push/contract.ts';
import { pushHandlers } from '#features/push/server.ts';
import { rateSummaries, rates } from '#features/rates/contract.ts';
import { rateHandlers } from '#features/rates/server.ts';
import { shownRate } from '#features/rates/store.ts';
import { statementSummaries, statements } from '#features/statements/contract.ts';
import { statementHandlers } from '#features/statements/server.ts';
import { stepUp, stepUpSummaries } from '#features/step-up/contract.ts';
import { help, helpSummaries } from '#features/step-up/help/contract.ts';
import { helpHandlers, onHelpUsed } from '#features/step-up/help/server.ts';
import { passkeySummaries, passkeys } from '#features/step-up/passkeys/contract.ts';
import { passkeyHandlers } from '#features/step-up/passkeys/server.ts';
import { recovery, recoverySummaries } from '#features/step-up/recovery/contract.ts';
import { recoveryHandlers } from '#features/step-up/recovery/server.ts';
import { stepUpHandlers } from '#features/step-up/server.ts';
import { transactionSummaries, transactions } from '#features/transactions/contract.ts';
import { transactionHandlers } from '#features/transactions/server.ts';
import { vault, vaultSummaries } from '#features/vault/contract.ts';
import { vaultPasskeySummaries, vaultPasskeys } from '#features/vault/passkeys/contract.ts';
import { vaultPasskeyHandlers } from '#features/vault/passkeys/server.ts';
import { vaultHandlers } from '#features/vault/server.ts';
import { visitSummaries, visits } from '#features/visits/contract.ts';
import { visitHandlers } from '#features/visits/server.ts';
import { walletFeatures } from '#features/wallet/features.ts';
import { dashboard, dashboardSummaries } from '#screens/dashboard/contract.ts';
import { mountDashboard } from '#screens/dashboard/server.ts';
import { type Feature, feature } from '#server/http/feature.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Services } from '#server/http/mount.ts';
import { repeat } from './after-restore.ts';
import { bookings } from './bookings.ts';
import { erasers } from './erasers.ts';
import { isEncrypted, keepers } from './keepers.ts';
import { pruneHooks, reversalHooks, settledHooks, undoHooks } from './ledger-hooks.ts';
import { plainWallet } from './plain-wallet.ts';
import { backupReader } from './restoring.ts';

/** What every way of signing in needs from other features. */
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
