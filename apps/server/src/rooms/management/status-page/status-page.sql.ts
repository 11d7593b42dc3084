import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

export interface StatusPageRow {
    environment_id: string;
    slug: string;
    title: string;
    is_enabled: boolean;
}

export function findStatusPage(db: Db, environmentId: string): Promise<StatusPageRow | undefined> {
    return db
        .selectFrom('status_pages')
        .select(['environment_id', 'slug', 'title', 'is_enabled'])
        .where('environment_id', '=', environmentId)
        .executeTakeFirst();
}

/** One that is enabled, of an environment that is not being removed. */
export function findPublicPage(db: Db, slug: string): Promise<StatusPageRow | undefined> {
    return db
        .selectFrom('status_pages')
        .innerJoin('environments', 'environments.id', 'status_pages.environment_id')
        .select(['status_pages.environment_id', 'status_pages.slug', 'status_pages.title', 'status_pages.is_enabled'])
        .where('status_pages.slug', '=', slug)
        .where('status_pages.is_enabled', '=', true)
        .where('environments.deleted_at', 'is', null)
        .executeTakeFirst();
}

/** The page as it was read; null: there was none. */
export type ExpectedPage = Omit<StatusPageRow, 'environment_id'> | null;

/**
 * @param options.expected refuses the change where another one came first; undefined: it does not
 * @returns whether it is saved; `taken`: another environment has the slug
 * @race two environments take one slug at once: its unique index refuses the second
 */
export async function saveStatusPage(
    db: Db,
    row: StatusPageRow,
    { now, expected }: { now: Date; expected: ExpectedPage | undefined }
): Promise<'saved' | 'taken' | 'changed'> {
    const isAsExpected = expected
        ? sql`status_pages.slug = ${expected.slug} and status_pages.title = ${expected.title} and status_pages.is_enabled = ${expected.is_enabled}`
        : sql`${expected === undefined}::boolean`;
    const { rows } = await sql`
        insert into status_pages (environment_id, slug, title, is_enabled, updated_at)
        select ${row.environment_id}::uuid, ${row.slug}::text, ${row.title}::text, ${row.is_enabled}::boolean, ${now}::timestamptz
        where not exists (${ofAnother(row)})
        on conflict (environment_id) do update set slug = excluded.slug, title = excluded.title, is_enabled = excluded.is_enabled,
            updated_at = excluded.updated_at
        where ${isAsExpected}
        returning 1`.execute(db);
    if (rows.length > 0) return 'saved';
    return (await ofAnother(row).execute(db)).rows.length > 0 ? 'taken' : 'changed';
}

const ofAnother = ({ environment_id, slug }: StatusPageRow) =>
    sql`select from status_pages where slug = ${slug} and environment_id <> ${environment_id}::uuid`;

/** The names of these integrations, by id; null: that of the provider. */
export function findDisplayNames(db: Db, environmentId: string): Promise<{ id: string; display_name: string | null }[]> {
    return db
        .selectFrom('integrations')
        .select(['id', 'display_name'])
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .execute();
}
