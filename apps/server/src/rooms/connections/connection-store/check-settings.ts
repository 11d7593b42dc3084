import { invalidBody } from '@patchbay/contracts';
import { integrationOf } from '@patchbay/integrations';

/**
 * Holds a connection's metadata to what the functions of its provider declare.
 * @param path where the metadata is in the request
 * @throws {AppError} `invalid_body` with the path
 */
export function checkSettings(provider: string, metadata: Record<string, unknown>, path: readonly string[] = ['metadata']): void {
    const { syncs = {} } = integrationOf(provider) ?? {};
    const schemas = new Set(Object.values(syncs).flatMap(({ metadata: schema }) => schema ?? []));
    for (const schema of schemas) {
        const { error } = schema.safeParse(metadata);
        const issue = error?.issues[0];
        if (issue) throw invalidBody([...path, ...issue.path.map(String)], issue.message);
    }
}
