import { accountMismatch } from './account-mismatch/state.ts';
import { boot } from './boot/state.ts';
import { chooseAccount } from './choose-account/state.ts';
import { closed } from './closed/state.ts';
import { detail } from './detail/state.ts';
import { failed } from './failed/state.ts';
import { fatal } from './fatal/state.ts';
import { list } from './list/state.ts';
import { listEmpty } from './list-empty/state.ts';
import { oauth } from './oauth/state.ts';
import { owned } from './owned/state.ts';
import { submitting } from './submitting/state.ts';
import { success } from './success/state.ts';
import { verifying } from './verifying/state.ts';
import type { FlowIn, ShownState, StateRecord } from './state-record.ts';

/** Every state that has a screen. One without its folder's record is a type error. */
export const states: { readonly [S in ShownState]: StateRecord<FlowIn<S>> } = {
    boot,
    fatal,
    list,
    listEmpty,
    owned,
    detail,
    submitting,
    oauth,
    verifying,
    chooseAccount,
    accountMismatch,
    success,
    failed,
    closed
};
