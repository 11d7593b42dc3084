import { oAuth, typedForm, isIn, type Claims } from '../../stories/claims.ts';
import { attempt, draft, filled, modelIn, reconnect } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';
import type { AccountMismatchEvent } from './state.ts';

export const stories: Record<string, Model> = {
    'account-mismatch': modelIn(
        {
            state: 'accountMismatch',
            draft: { ...draft('zendesk'), mode: 'reconnect' },
            attempt,
            was: 'acme',
            now: 'globex',
            asked: 'nothing',
            banner: null
        },
        reconnect('zendesk')
    ),
    'account-mismatch-key': modelIn(
        {
            state: 'accountMismatch',
            draft: { ...filled, mode: 'reconnect' },
            attempt,
            was: 'Acme Ltd',
            now: 'Globex',
            asked: 'nothing',
            banner: null
        },
        reconnect('gem')
    )
};

/** Samples of this screen's events. */
export const events: readonly AccountMismatchEvent[] = [{ type: 'accountSwitched' }];

export const claims: Claims = {
    'mismatch.title': isIn('accountMismatch'),
    'mismatch.text': ({ flow }) => flow.state === 'accountMismatch' && flow.was !== null && flow.now !== null,
    'mismatch.textUnnamed': isIn('accountMismatch'),
    'mismatch.kept': ({ flow }) => flow.state === 'accountMismatch' && flow.asked === 'nothing' && flow.banner === null,
    'mismatch.useAnother': oAuth,
    'mismatch.otherKey': ({ about }) => about?.auth_mode === 'API_KEY',
    'mismatch.otherDetails': typedForm,
    'mismatch.leave': isIn('accountMismatch'),
    'mismatch.switch': 'label'
};
