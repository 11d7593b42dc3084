import { z } from 'zod';
import { doctorChecks, doctorCodes } from './doctor-checks.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { booleanText, data, integrationId, isoDateTime, origin } from './primitives.ts';

const code = z.enum(doctorCodes);

const finding = z.object({
    code: code.describe('What it is, from a closed list: docs/doctor.md.'),
    severity: z.enum(['error', 'warning']).describe('`error`: something does not work; `warning`: it works, but should not stay so.'),
    integration_id: z.string().nullable().describe('Id of the integration that it is about; null: the server or the environment.'),
    message: z.string().describe('The same in one sentence.'),
    evidence: z.array(z.string()).describe('What it is concluded from, in sentences for people; no secret is in them.'),
    remedy: z.string().describe('What to do.')
});
export type DoctorFinding = z.output<typeof finding>;

export const diagnose = defineEndpoint({
    id: 'diagnose',
    method: 'GET',
    path: '/doctor',
    summary:
        'What is wrong with the setup, by its configuration, by what went wrong lately, and by asking each provider: by code, with evidence and what to do.',
    auth: ['secret_key'],
    scope: 'environment:integrations:read',
    query: z.strictObject({
        integration: integrationId.optional().describe('Only this integration, besides the server. Absent: all of the environment.'),
        origin: origin.optional().describe('Origin of a page that is to embed the Connect UI: checks that it may. Absent: not checked.'),
        probe: booleanText
            .optional()
            .describe(
                '`false`: sends nothing to providers. By default the authorization and the token endpoint, or else the API, of up to 20 integrations are asked, without effect there.'
            )
    }),
    success: {
        status: 200,
        body: data(
            z.object({
                checked_at: isoDateTime.describe('When it was looked at.'),
                findings: z.array(finding).describe('What is wrong, errors first; empty: nothing was found.'),
                checked: z.array(code).describe('What was looked for.'),
                unprobed: z.array(z.string()).describe('Ids of integrations that were not asked: nothing to ask, or too many.')
            })
        ),
        example: {
            data: {
                checked_at: exampleTimes.updated,
                findings: [
                    {
                        code: 'client_secret_refused',
                        severity: 'error',
                        integration_id: exampleIds.integration,
                        message: doctorChecks.client_secret_refused.message.replace('{app}', 'HubSpot'),
                        evidence: ['The token endpoint of api.hubapi.com responded with invalid_client.'],
                        remedy: doctorChecks.client_secret_refused.remedy
                    }
                ],
                checked: doctorCodes,
                unprobed: []
            }
        }
    },
    errors: { not_found: true },
    example: { query: { integration: exampleIds.integration } }
});
