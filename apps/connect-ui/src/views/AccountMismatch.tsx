import type { Flow } from '../flow-state.ts';
import { AlertIcon } from '../icons.tsx';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useTexts } from '../texts.ts';

interface AccountMismatchProps {
    flow: Extract<Flow, { s: 'accountMismatch' }>;
    provider: string;
    onUseAnother: () => void;
    onSwitch: () => void;
}

/** A reconnect came back as somebody else. Until the end user decides, the connection stays as it was. */
export function AccountMismatch({ flow, provider, onUseAnother, onSwitch }: AccountMismatchProps) {
    const texts = useTexts();
    const busy = flow.asked === 'switch';
    return (
        <Screen
            title={texts.mismatchTitle}
            art={<LinkGlyph state="attention" large />}
            actions={
                <>
                    <Button busy={busy} onClick={onUseAnother}>
                        {texts.useAnother}
                    </Button>
                    <Button kind="secondary" busy={busy} onClick={onSwitch}>
                        {texts.switchAccount}
                    </Button>
                </>
            }
        >
            <p className="intro">{texts.mismatchText(flow.now, flow.was)}</p>
            <p className="help">{texts.mismatchKept}</p>
            {flow.banner !== null && (
                <div className="banner banner-danger" role="alert">
                    <AlertIcon />
                    <p>{texts.banner[flow.banner](provider)}</p>
                </div>
            )}
        </Screen>
    );
}
