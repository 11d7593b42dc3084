import type { Flow } from '../flow-state.ts';
import { LinkGlyph } from '../LinkGlyph.tsx';
import { Button, Screen } from '../Screen.tsx';
import { useT } from '../texts.ts';
import { Problem } from './Problem.tsx';

interface AccountMismatchProps {
    flow: Extract<Flow, { s: 'accountMismatch' }>;
    provider: string;
    onUseAnother: () => void;
    onSwitch: () => void;
}

/** A reconnect came back as somebody else. Until the end user decides, the connection stays as it was. */
export function AccountMismatch({ flow, provider, onUseAnother, onSwitch }: AccountMismatchProps) {
    const t = useT();
    const busy = flow.asked === 'switch';
    return (
        <Screen
            title={t('mismatch.title')}
            art={<LinkGlyph state="attention" large />}
            actions={
                <>
                    <Button busy={busy} onClick={onUseAnother}>
                        {t('mismatch.useAnother')}
                    </Button>
                    <Button kind="secondary" busy={busy} onClick={onSwitch}>
                        {t('mismatch.switch')}
                    </Button>
                </>
            }
        >
            <p className="intro">
                {flow.now !== null && flow.was !== null ? t('mismatch.text', { now: flow.now, was: flow.was }) : t('mismatch.textUnnamed')}
            </p>
            <p className="help">{t('mismatch.kept')}</p>
            <Problem banner={flow.banner} provider={provider} />
        </Screen>
    );
}
