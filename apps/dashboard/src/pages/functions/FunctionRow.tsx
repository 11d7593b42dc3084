import type { ComponentProps } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/Button.tsx';
import { MoreMenu } from '../../parts/Menu.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row } from '../../parts/Table.tsx';
import { addressOf, functionKinds, type FunctionView } from './words.ts';

/** Of a table of functions. */
export const functionColumns = [
    'Name',
    { name: 'Kind', isWide: true },
    { name: 'Runs', isWide: true },
    { name: 'State', isWide: true },
    { name: 'Change', isHidden: true }
] as const;

/** A function in a table, with what can be done with it there. */
export function FunctionRow({
    of: { name, type, description, origin, endpoints, models },
    runs,
    state,
    items,
    onTry
}: {
    of: FunctionView;
    /** How often. */
    runs: string;
    /** `On`, or why it does not run. */
    state: string;
    items: ComponentProps<typeof MoreMenu>['items'];
    /** Of an action. */
    onTry: () => void;
}) {
    const { reason } = useMay('environment:actions:execute');
    const isOn = state === 'On';
    return (
        <Row>
            <Cell>
                <span className="font-semibold">{name}</span>
                <span className="block text-small text-text-2">{description}</span>
                {endpoints.length + models.length > 0 && (
                    <code className="block text-small text-text-2 [overflow-wrap:anywhere]">
                        {[...endpoints.map(addressOf), ...models].join(' · ')}
                    </code>
                )}
                <span className="block text-small text-text-2 md:hidden">
                    {functionKinds[type]}, {runs}
                    {!isOn && `, ${state.toLowerCase()}`}
                </span>
            </Cell>
            <Cell isWide look="whitespace-nowrap text-text-2">
                {functionKinds[type]}
                {origin === 'deployed' && ', deployed'}
            </Cell>
            <Cell isWide look="whitespace-nowrap text-text-2">
                {runs}
            </Cell>
            <Cell isWide>
                <Status kind={isOn ? 'working' : 'paused'}>{state}</Status>
            </Cell>
            <Cell>
                <div className="flex justify-end gap-2">
                    {type === 'action' && (
                        <Button
                            aria-label={`Try ${name}`}
                            blockedBecause={reason ?? (isOn ? undefined : `It is ${state.toLowerCase()}.`)}
                            onClick={onTry}
                        >
                            Try…
                        </Button>
                    )}
                    {items.length > 0 && <MoreMenu label={`More for ${name}`} items={items} />}
                </div>
            </Cell>
        </Row>
    );
}
