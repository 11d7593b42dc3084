import { createSync, HttpError } from '@patchbay/functions';
import { atsUser } from '../../models/ats-user.ts';
import { isSelected } from '../../settings.ts';
import { gemTeamUser, type GemTeamUser, gemUser, type GemUser } from '../guards.ts';
import { fromTeamUser, toUser } from '../map-organization.ts';
import { gemSettings } from '../settings.ts';
import { type Listing, position, readListing } from './listing-sync.ts';

const fullUsers: Listing<GemUser> = {
    endpoint: '/ats/v0/users/',
    page: { sizeName: 'per_page', size: 500 },
    since: null,
    includesDeleted: false,
    guard: gemUser,
    toRecord: toUser
};

const teamUsers: Listing<GemTeamUser> = {
    endpoint: '/v0/users',
    page: { sizeName: 'page_size', size: 100 },
    since: null,
    includesDeleted: false,
    guard: gemTeamUser,
    toRecord: fromTeamUser
};

export const users = createSync({
    description: 'Users, all of them each time; with less of each where the customer has no applicant tracking at Gem',
    frequency: 'every hour',
    models: { User: atsUser },
    endpoints: [{ method: 'GET', path: '/users', group: 'Users' }],
    metadata: gemSettings,
    checkpoint: position,
    async exec(context) {
        const settings = (await context.getMetadata()).sync ?? {};
        if (!isSelected('User', settings)) return;
        try {
            await readListing(context, 'User', fullUsers, settings);
        } catch (error) {
            if (!isWithoutAtsAccess(error)) throw error;
            await readListing(context, 'User', teamUsers, settings);
        }
    }
});

const isWithoutAtsAccess = (error: unknown) => error instanceof HttpError && [403, 404].includes(error.response.status);
