import type { Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

interface FatalProps {
    flow: Extract<Flow, { s: 'fatal' }>;
    app: string | null;
    onRetry: () => void;
}

export function Fatal({ flow, app, onRetry }: FatalProps) {
    const texts = useTexts();
    const { title, text } = texts.fatal[flow.code](app);
    return (
        <Screen
            title={title}
            art={<LinkGlyph state="broken" large />}
            actions={flow.code === 'unreachable' ? <Button onClick={onRetry}>{texts.tryAgain}</Button> : undefined}
        >
            <p className="intro" role="alert">
                {text}
            </p>
            {flow.ref !== null && (
                <p className="help">
                    {texts.support(app)} <code dir="ltr">{flow.ref}</code>
                </p>
            )}
        </Screen>
    );
}
