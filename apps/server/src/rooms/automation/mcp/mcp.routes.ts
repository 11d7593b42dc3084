import { callMcp } from '@patchbay/contracts';
import { storedJson } from '../../../kernel/http/mount.ts';
import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import { requireEnabled } from '../../platform/integrations/require-enabled.ts';
import { requireConnectionOf } from '../syncs/change-syncs.ts';

export const mcpRoutes = [
    storedJson(callMcp, async (deps, { auth, headers, body, roundedNumber }, request) => {
        const target = {
            environmentId: auth.environmentId,
            integrationKey: headers['provider-config-key'],
            connectionId: headers['connection-id']
        };
        const connection = await requireConnectionOf(deps, target);
        requireEnabled(connection.integration);
        // Its library takes a tenth of a server's memory, and few ask.
        const { respondTo } = await import('./respond-to.ts');
        // What the protocol reads of a request: who calls, and what, is known already.
        const asked = new Request(new URL('/mcp', deps.config.publicUrl), {
            method: 'POST',
            headers: protocolHeaders(request.headers),
            body: JSON.stringify(body)
        });
        const response = await respondTo(deps, target, asked, { body, roundedNumber, paused: connection.paused_functions });
        return new SerialisedJson(await response.text(), response.status);
    })
];

/** The protocol's own, and those that say in which form it is sent. */
const ofProtocol = /^(?:accept|content-type|mcp-[a-z-]+)$/;

function protocolHeaders(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
    const headers = new Headers();
    for (const [name, value] of Object.entries(given)) if (ofProtocol.test(name) && typeof value === 'string') headers.set(name, value);
    return headers;
}
