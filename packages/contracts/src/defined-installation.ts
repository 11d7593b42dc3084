import { z } from 'zod';
import { optional, required, text, texts } from './defined-field.ts';

/** How a provider tells of an app that is installed there, as the definition has it. */
export const installation = z.object({
    url: required(text, 'Address that tells of an installation; a template.', 'https://api.github.com/app/installations/1'),
    id: required(text, 'Where the id of its account is: a path with dots.', 'account.id'),
    label: required(texts, 'Where the name of its account is; the first that has a text.', ['account.login']),
    changed_at: required(texts, 'Where the time of its last change is; the first that is there.', ['updated_at']),
    suspended_at: required(text, 'Where the time is at which it was suspended.', 'suspended_at'),
    app_errors: required(texts, 'Beginnings of error messages that mean that the app is unknown.', ['Integration not found']),
    suspended_errors: required(texts, 'Beginnings of error messages that mean that it is suspended.', ['This installation']),
    user: required(
        z.object({
            token_url: required(text, 'Token endpoint for the people who install the app.', 'https://github.com/login/oauth/access_token'),
            installations_url: required(text, 'Address of the installations that they reach.', 'https://api.github.com/user/installations'),
            list: required(text, 'Where the list is.', 'installations'),
            setting: required(text, 'Setting of the app by which they sign in while they install it.', 'Request user authorization')
        }),
        'How people who install the app are asked to sign in.',
        {
            token_url: 'https://github.com/login/oauth/access_token',
            installations_url: 'https://api.github.com/user/installations',
            list: 'installations',
            setting: 'Request user authorization'
        }
    )
});

/** Of both halves of CUSTOM. */
const halves = z.object({
    OAUTH2: required(text, 'Of the sign-in of people.', 'https://github.com/login/oauth/access_token'),
    APP: required(text, 'Of the app that is installed.', 'https://api.github.com/app/installations/1/access_tokens')
});

/** An address, or that of each half. */
export function oneOrHalves(description: string, example: string) {
    return optional(z.union([z.string(), halves]), `${description} For \`CUSTOM\` an object with that of each half.`, example);
}
