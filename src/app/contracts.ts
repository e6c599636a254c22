/** Every call of the API, by feature: what is mounted, documented and tested. */
import { admin } from '#features/admin/contract.ts';
import { allowances } from '#features/allowances/contract.ts';
import { approvals } from '#features/approvals/contract.ts';
import { auth } from '#features/auth/contract.ts';
import { balances } from '#features/balances/contract.ts';
import { blog } from '#features/blog/contract.ts';
import { children } from '#features/children/contract.ts';
import { emailChange } from '#features/email-change/contract.ts';
import { family } from '#features/family/contract.ts';
import { allocations } from '#features/goals/allocations/contract.ts';
import { goalPictures, goals } from '#features/goals/contract.ts';
import { handover } from '#features/handover/contract.ts';
import { imports } from '#features/imports/contract.ts';
import { lessons } from '#features/lessons/contract.ts';
import { messages } from '#features/messages/contract.ts';
import { privacy } from '#features/privacy/contract.ts';
import { push } from '#features/push/contract.ts';
import { statements } from '#features/statements/contract.ts';
import { transactions } from '#features/transactions/contract.ts';
import { visits } from '#features/visits/contract.ts';
import { dashboard } from '#screens/dashboard/contract.ts';

export const contracts = {
  auth,
  emailChange,
  family,
  children,
  handover,
  allowances,
  imports,
  transactions,
  balances,
  statements,
  approvals,
  messages,
  lessons,
  privacy,
  push,
  goals,
  goalPictures,
  allocations,
  blog,
  dashboard,
  admin,
  visits,
};
