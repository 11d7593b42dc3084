import {
    AppError,
    getPublicStatus,
    getPublicStatusBadge,
    getPublicStatusFeed,
    type ParsedInput,
    readStatusPage,
    type StatusPageView,
    updateStatusPage
} from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { randomBytes } from '../../../kernel/crypto/random-bytes.ts';
import { type HandlerDeps, page, route } from '../../../kernel/http/mount.ts';
import { requireEnvironment } from '../members/require-environment.ts';
import { badgeOf } from './badge.ts';
import { feedOf } from './feed.ts';
import { htmlOf } from './html.ts';
import { type PublicStatus, readPublicStatus } from './public-status.ts';
import { type ExpectedPage, findPublicPage, findStatusPage, saveStatusPage, type StatusPageRow } from './status-page.sql.ts';

/** By visitors and what is between; a page that is switched off is gone after that. */
const cached = 'public, max-age=30';

export const statusPageRoutes = [
    route(readStatusPage, async (deps, { auth, query }) => {
        const environmentId = await requireEnvironment(deps, auth, query.environment, 'environment:settings:read');
        return { data: describe(deps, await findStatusPage(deps.db, environmentId)) };
    }),
    route(updateStatusPage, async (deps, { auth, body }) => {
        const environmentId = await requireEnvironment(deps, auth, body.environment, 'environment:settings:write');
        const row = { environment_id: environmentId, slug: body.slug ?? unguessable(), title: body.title, is_enabled: body.enabled };
        const outcome = await saveStatusPage(deps.db, row, { now: deps.clock.now(), expected: expectedOf(body.expected) });
        if (outcome !== 'saved') throw refusal[outcome]();
        deps.publicStatuses.delete(environmentId);
        return { data: describe(deps, row) };
    }),
    page(getPublicStatus, async (deps, { params }) => htmlOf(await statusOf(deps, params.slug), cached)),
    page(getPublicStatusBadge, async (deps, { params }) => badgeOf(await statusOf(deps, params.slug), cached)),
    page(getPublicStatusFeed, async (deps, { params }) => feedOf(await statusOf(deps, params.slug), cached))
];

const refusal = {
    taken: () => {
        const message = 'Another environment has this address. Choose another one.';
        return new AppError('conflict', { message, errors: [{ code: 'custom', message, path: ['slug'] }] });
    },
    changed: () => new AppError('conflict', { message: 'The status page was changed after you read it. Read it again, then change it.' })
};

function expectedOf(expected: ParsedInput<typeof updateStatusPage>['body']['expected']): ExpectedPage | undefined {
    if (expected === undefined) return undefined;
    const { enabled, title, slug } = expected;
    return title === null || slug === null ? null : { is_enabled: enabled, title, slug };
}

const unguessable = () => randomBytes(15).toString('hex');

function describe({ config }: Pick<Deps, 'config'>, row: StatusPageRow | undefined): StatusPageView {
    return {
        enabled: row?.is_enabled ?? false,
        title: row?.title ?? null,
        slug: row?.slug ?? null,
        url: row ? addressOf(config, row.slug) : null
    };
}

const addressOf = ({ publicUrl }: Deps['config'], slug: string) => `${publicUrl}/public-status/${slug}`;

/** @throws {AppError} `not_found`: the same whether it is unknown, switched off or removed */
async function statusOf(deps: HandlerDeps, slug: string): Promise<PublicStatus> {
    const row = await findPublicPage(deps.db, slug);
    const status =
        row && (await deps.publicStatuses.get(row.environment_id, () => readPublicStatus(deps, row, addressOf(deps.config, row.slug))));
    if (!status) throw new AppError('not_found', { message: 'There is no such page.' });
    return status;
}
