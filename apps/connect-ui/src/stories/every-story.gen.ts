// Written by `npm run gen` from the folders of `screens/`. Do not edit.
import * as account from '../screens/account/stories.ts';
import * as accountMismatch from '../screens/account-mismatch/stories.ts';
import * as boot from '../screens/boot/stories.ts';
import * as chooseAccount from '../screens/choose-account/stories.ts';
import * as closed from '../screens/closed/stories.ts';
import * as confirmLeave from '../screens/confirm-leave/stories.ts';
import * as detail from '../screens/detail/stories.ts';
import * as disconnect from '../screens/disconnect/stories.ts';
import * as disconnected from '../screens/disconnected/stories.ts';
import * as failed from '../screens/failed/stories.ts';
import * as fatal from '../screens/fatal/stories.ts';
import * as list from '../screens/list/stories.ts';
import * as listEmpty from '../screens/list-empty/stories.ts';
import * as oauth from '../screens/oauth/stories.ts';
import * as owned from '../screens/owned/stories.ts';
import * as pendingApproval from '../screens/pending-approval/stories.ts';
import * as submitting from '../screens/submitting/stories.ts';
import * as success from '../screens/success/stories.ts';
import * as verifying from '../screens/verifying/stories.ts';

/** One of every state that the end user can see. */
export const everyStory = {
    ...account.stories,
    ...accountMismatch.stories,
    ...boot.stories,
    ...chooseAccount.stories,
    ...closed.stories,
    ...confirmLeave.stories,
    ...detail.stories,
    ...disconnect.stories,
    ...disconnected.stories,
    ...failed.stories,
    ...fatal.stories,
    ...list.stories,
    ...listEmpty.stories,
    ...oauth.stories,
    ...owned.stories,
    ...pendingApproval.stories,
    ...submitting.stories,
    ...success.stories,
    ...verifying.stories
};

/** What the texts of the screens claim. */
export const everyClaim = {
    ...account.claims,
    ...accountMismatch.claims,
    ...boot.claims,
    ...chooseAccount.claims,
    ...closed.claims,
    ...confirmLeave.claims,
    ...detail.claims,
    ...disconnect.claims,
    ...disconnected.claims,
    ...failed.claims,
    ...fatal.claims,
    ...list.claims,
    ...listEmpty.claims,
    ...oauth.claims,
    ...owned.claims,
    ...pendingApproval.claims,
    ...submitting.claims,
    ...success.claims,
    ...verifying.claims
};

/** Samples of what end users do on the screens. */
export const everyEvent = [
    ...account.events,
    ...accountMismatch.events,
    ...chooseAccount.events,
    ...detail.events,
    ...disconnect.events,
    ...disconnected.events,
    ...list.events,
    ...oauth.events,
    ...owned.events
];
