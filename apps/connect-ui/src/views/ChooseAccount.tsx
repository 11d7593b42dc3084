import type { Flow } from '../flow-state.ts';
import { ForwardIcon } from '../icons.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useT } from '../texts.ts';
import { Problem } from './Problem.tsx';

interface ChooseAccountProps {
    flow: Extract<Flow, { s: 'chooseAccount' }>;
    provider: string;
    onPick: (account: string) => void;
    onCancel: () => void;
}

export function ChooseAccount({ flow, provider, onPick, onCancel }: ChooseAccountProps) {
    const t = useT();
    const busy = flow.picked !== null;
    return (
        <Screen
            title={t('choose.title')}
            actions={
                <Button kind="quiet" busy={busy} onClick={onCancel}>
                    {t('action.cancel')}
                </Button>
            }
        >
            <p className="intro">{t('choose.text', { provider })}</p>
            <Problem banner={flow.banner} provider={provider} />
            <ul className="list">
                {flow.options.map(({ id, label }) => (
                    <li key={id}>
                        <button
                            type="button"
                            className={flow.picked === id ? 'row row-picked' : 'row'}
                            aria-disabled={busy || undefined}
                            onClick={() => {
                                if (!busy) onPick(id);
                            }}
                        >
                            <span className="row-name">
                                <bdi>{label}</bdi>
                            </span>
                            <ForwardIcon />
                        </button>
                    </li>
                ))}
            </ul>
        </Screen>
    );
}
