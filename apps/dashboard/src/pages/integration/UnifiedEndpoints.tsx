import type { listCapabilities as listContract } from '@patchbay/contracts';
import { listCapabilities, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { ChooseConnection } from '../functions/ChooseConnection.tsx';
import { addressOf, functionBehind, type FunctionView } from '../functions/words.ts';

type Capability = SuccessOut<typeof listContract>['data'][number];

const supportWords = {
    full: { kind: 'working', word: 'Supported' },
    partial: { kind: 'attention', word: 'In part' },
    unsupported: { kind: 'unknown', word: 'Not supported' }
} as const satisfies Record<Capability['support'], { kind: string; word: string }>;

/** What the app supports of the unified API, by which function; nothing for apps without one. */
export function UnifiedEndpoints({ integration, functions }: { integration: string; functions: readonly FunctionView[] }) {
    const { data, error, refetch } = useRead(listCapabilities, { params: { id: integration } });
    const [opened, setOpened] = useState<string>();
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (!data || data.data.length === 0) return null;
    return (
        <Card title="Unified endpoints">
            <Table label="Unified endpoints" columns={['Endpoint', { name: 'Function', isWide: true }, 'Support']}>
                {data.data.map((capability) => (
                    <Endpoint
                        key={addressOf(capability)}
                        of={capability}
                        by={functionBehind(capability, functions)}
                        onRecords={() => setOpened(capability.model)}
                    />
                ))}
            </Table>
            {opened !== undefined && <OpenRecords integration={integration} model={opened} onClose={() => setOpened(undefined)} />}
        </Card>
    );
}

function Endpoint({ of, by, onRecords }: { of: Capability; by: FunctionView | undefined; onRecords: () => void }) {
    const { kind, word } = supportWords[of.support];
    const name = by?.name ?? '–';
    return (
        <Row>
            <Cell>
                <code className="font-semibold [overflow-wrap:anywhere]">{addressOf(of)}</code>
                <span className="block text-small text-text-2">
                    {of.summary}: {of.model}
                </span>
                {by && <span className="block text-small text-text-2 md:hidden">{name}</span>}
            </Cell>
            <Cell isWide look="text-text-2">
                {name}
            </Cell>
            <Cell>
                <div className="flex flex-wrap items-center justify-between gap-2">
                    <Status kind={kind}>{word}</Status>
                    {by?.type === 'sync' && !of.path.includes('{') && (
                        <Button aria-label={`Records of ${of.model}`} onClick={onRecords}>
                            Records…
                        </Button>
                    )}
                </div>
                {of.note !== null && <span className="block text-small text-text-2">{of.note}</span>}
            </Cell>
        </Row>
    );
}

/** Records are a connection's: it is chosen first. */
function OpenRecords({ integration, model, onClose }: { integration: string; model: string; onClose: () => void }) {
    const environment = useEnvironment();
    const navigate = useNavigate();
    const [connection, setConnection] = useState('');
    return (
        <Drawer title={`Records of ${model}`} onClose={onClose}>
            <form
                className="flex flex-col gap-5"
                onSubmit={(event) => {
                    event.preventDefault();
                    void navigate({
                        to: '/$environment/connections/$integration/$connection/records',
                        params: { environment, integration, connection },
                        search: { model }
                    });
                }}
            >
                <ChooseConnection integration={integration} value={connection} onChange={setConnection} />
                <div>
                    <Button look="primary" type="submit" blockedBecause={connection === '' ? 'Choose a connection first.' : undefined}>
                        Open its records
                    </Button>
                </div>
            </form>
        </Drawer>
    );
}
