import { fatal, type Claims } from '../../stories/claims.ts';
import { helped, modelIn } from '../../stories/samples.ts';
import { booting, type Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    'fatal-expired': modelIn({ state: 'fatal', code: 'session_expired' }),
    'fatal-no-token': { ...booting, flow: { state: 'fatal', code: 'no_token' } },
    'fatal-not-offered': modelIn({ state: 'fatal', code: 'not_offered' }, helped),
    'fatal-unreachable': { ...booting, flow: { state: 'fatal', code: 'unreachable' } },
    'fatal-unexpected': modelIn({ state: 'fatal', code: 'unexpected' })
};

export const claims: Claims = {
    // Inside a page the end user has not come by a link.
    'fatal.session_invalid.title': (facts) => fatal('session_invalid')(facts) && facts.layout === 'page',
    'fatal.session_invalid.text': (facts) => fatal('session_invalid')(facts) && facts.layout === 'page',
    'fatal.no_token.title': (facts) => fatal('no_token')(facts) && facts.layout === 'page',
    'fatal.no_token.text': (facts) => fatal('no_token')(facts) && facts.layout === 'page',
    'fatal.start_failed.title': (facts) => fatal('session_invalid', 'no_token', 'start_failed')(facts) && facts.layout !== 'page',
    'fatal.start_failed.text': (facts) => fatal('session_invalid', 'no_token', 'start_failed')(facts) && facts.layout !== 'page',
    ...Object.fromEntries(
        (['session_expired', 'origin_not_allowed', 'version', 'unreachable', 'unexpected', 'not_offered'] as const).flatMap((code) =>
            (['title', 'text'] as const).map((part) => [`fatal.${code}.${part}`, fatal(code)] as const)
        )
    )
};
