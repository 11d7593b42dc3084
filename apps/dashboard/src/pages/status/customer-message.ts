import type { IntegrationStatus } from './integration-status.ts';

const causes = {
    provider: (app: string) => `The trouble is at ${app}: neither your account nor your connection is broken, and there is nothing to do.`,
    credentials: (app: string) =>
        `${app} refuses some of the accounts that are connected. If you have to connect again, you get a link from us.`,
    rate_limit: (app: string) => `${app} takes fewer requests than there are at the moment. They are made up for as soon as it does.`,
    platform: (app: string) => `The trouble is between us and ${app}: your connection is not broken, and there is nothing to do.`
} as const;

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** What can be sent to customers of an app that has trouble: nothing but what its traffic shows. */
export function customerMessage(app: string, { state, cause, since }: Pick<IntegrationStatus, 'state' | 'cause' | 'since'>): string {
    const what = state === 'down' ? `${app} does not work at the moment` : `Some of what we do with ${app} fails at the moment`;
    return [
        since === null ? `${what}.` : `${what}, since ${moment.format(new Date(since))} UTC.`,
        cause !== null && causes[cause](app),
        'What you see from it may be late or incomplete until it works again.'
    ]
        .filter(Boolean)
        .join(' ');
}
