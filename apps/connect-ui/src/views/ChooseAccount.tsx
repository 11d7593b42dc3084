import type { Flow } from '../flow-state.ts';
import { AlertIcon, ForwardIcon } from '../icons.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

interface ChooseAccountProps {
    flow: Extract<Flow, { s: 'chooseAccount' }>;
    provider: string;
    app: string | null;
    onPick: (account: string) => void;
    onCancel: () => void;
}

export function ChooseAccount({ flow, provider, app, onPick, onCancel }: ChooseAccountProps) {
    const texts = useTexts();
    const busy = flow.picked !== null;
    return (
        <Screen
            title={texts.chooseTitle}
            actions={
                <Button kind="quiet" busy={busy} onClick={onCancel}>
                    {texts.cancel}
                </Button>
            }
        >
            <p className="intro">{texts.chooseText(provider, app)}</p>
            {flow.banner !== null && (
                <div className="banner banner-danger" role="alert">
                    <AlertIcon />
                    <p>{texts.banner[flow.banner](provider)}</p>
                </div>
            )}
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
