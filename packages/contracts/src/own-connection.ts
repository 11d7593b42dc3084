import { z } from 'zod';
import { revocation } from './connection-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { connectionId, data, integrationId, isoDateTime, success } from './primitives.ts';
import { acceptLanguage } from './provider.ts';

/** A connection as its end user sees it. */
export const ownConnection = z.object({
    connection_id: z.string().describe('Id of the connection.'),
    account_label: z.string().nullable().describe('Name of the connected account; null where the provider tells none.'),
    connected_at: isoDateTime.describe('When it was connected.'),
    refused_since: isoDateTime
        .nullable()
        .describe('Since when the provider has refused its credentials, so that only a reconnect helps; null: it has not.'),
    refused_because: z
        .enum(['revoked', 'expired', 'refused'])
        .nullable()
        .describe(
            'Why, as far as it is known. `revoked`: the provider ended the access, as it does when the end user takes it back there; `expired`: its time ran out; `refused`: the provider no longer accepts what was typed, such as a key; null: it is not known, or nothing was refused.'
        )
});

export const listOwnConnections = defineEndpoint({
    id: 'listOwnConnections',
    method: 'GET',
    path: '/connect/connections',
    summary: 'What the end user of this session has connected, of the integrations that the session allows.',
    auth: ['connect_session'],
    headers: acceptLanguage,
    success: {
        status: 200,
        body: data(
            z
                .array(
                    ownConnection.extend({
                        integration_id: z.string().describe('Id of its integration.'),
                        last_used_at: isoDateTime.nullable().describe('When the product last used it; null: not yet.'),
                        access: z
                            .array(z.string())
                            .describe(
                                'What the product can do with the account: the sentences that the integration was given, else what the granted scopes allow, in the language asked for.'
                            )
                    })
                )
                .describe('The connections, newest first, at most 100 of each integration.')
        ),
        example: {
            data: [
                {
                    connection_id: exampleIds.connection,
                    integration_id: exampleIds.integration,
                    account_label: 'Acme Ltd',
                    connected_at: exampleTimes.created,
                    last_used_at: exampleTimes.updated,
                    refused_since: null,
                    refused_because: null,
                    access: ['Read your contacts and the companies that they work for']
                }
            ]
        }
    },
    errors: { connections_not_managed: true },
    onConnectOrigin: true
});

export const deleteOwnConnection = defineEndpoint({
    id: 'deleteOwnConnection',
    method: 'DELETE',
    path: '/connect/connections/:connection_id',
    summary: 'Delete a connection of the end user of this session, and take the access back at the provider where that is possible.',
    auth: ['connect_session'],
    params: z.object({ connection_id: connectionId }),
    query: z.strictObject({ integration_id: integrationId }),
    success: {
        status: 200,
        body: success.extend({
            revocation: revocation.pick({ outcome: true }).describe('The access at the provider. The connection is deleted in any case.')
        }),
        example: { success: true, revocation: { outcome: 'revoked' } }
    },
    errors: { connections_not_managed: true, unknown_connection: true },
    onConnectOrigin: true,
    example: { params: { connection_id: exampleIds.connection }, query: { integration_id: exampleIds.integration } }
});
