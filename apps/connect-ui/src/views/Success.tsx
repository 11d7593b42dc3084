import type { Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

interface SuccessProps {
    flow: Extract<Flow, { s: 'success' }>;
    provider: string;
    app: string | null;
    onDone: () => void;
}

export function Success({ flow, provider, app, onDone }: SuccessProps) {
    const texts = useTexts();
    const again = flow.mode === 'reconnect';
    return (
        <Screen
            title={again ? texts.reconnectedTitle(provider) : texts.connectedTitle(provider)}
            art={<LinkGlyph state="connected" large />}
            actions={<Button onClick={onDone}>{texts.done}</Button>}
        >
            <p className="intro">
                {flow.account !== null && texts.connectedAs(flow.account)} {again ? texts.reconnectedText : texts.connectedText(app)}
            </p>
        </Screen>
    );
}
