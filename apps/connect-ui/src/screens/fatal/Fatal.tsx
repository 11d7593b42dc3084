import { useContext } from 'react';
import { LinkGlyph } from '../parts/LinkGlyph.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { LanguageContext, useT } from '../../i18n/texts.ts';
import type { FirstViewProps } from '../view.ts';
import { useIntegrationScreens } from '../integration-screens.ts';
import { canRetry } from '../../flow/selectors.ts';
import { plainPage, type ConnectSession } from '../../flow/model.ts';
import type { FatalState } from './state.ts';

interface FatalProps {
    flow: FatalState;
    /** Null until the session has been read: then it is not known who helps. */
    session: ConnectSession | null;
    /** Inside a host page, so the end user did not come by a link. */
    isEmbedded: boolean;
    /** Missing where another try can't help. */
    onRetry: (() => void) | undefined;
    /** Missing where there is nothing to be closed. */
    onClose: (() => void) | undefined;
}

export function Fatal({ flow, session, isEmbedded, onRetry, onClose }: FatalProps) {
    const t = useT();
    const said = isEmbedded && flow.code === 'session_invalid' ? 'start_failed' : flow.code;
    return (
        <Screen
            title={t(`fatal.${said}.title`)}
            art={<LinkGlyph state="broken" />}
            actions={
                onRetry ? (
                    <Button onClick={onRetry}>{t('action.tryAgain')}</Button>
                ) : (
                    onClose && <Button onClick={onClose}>{t('action.close')}</Button>
                )
            }
        >
            <p className="intro" role="alert">
                {t(`fatal.${said}.text`)}
            </p>
            {session && <LaterHelp session={session} />}
        </Screen>
    );
}

/** Its code and its texts come with the screens after the list. */
function LaterHelp({ session }: { session: ConnectSession }) {
    const { screens } = useIntegrationScreens(doNothing);
    const { hasLater } = useContext(LanguageContext);
    return screens && hasLater && <screens.HelpAlone session={session} />;
}

const doNothing = () => undefined;

export function FatalScreen({ flow, model, info, act, onClose }: FirstViewProps<FatalState>) {
    // A link that could not be exchanged has brought no token: the page begins anew.
    const retry = () => (model.setup === plainPage ? location.reload() : act({ type: 'bootRetried' }));
    const onRetry = canRetry(model, flow.code) ? retry : undefined;
    return <Fatal flow={flow} session={info} isEmbedded={model.setup.origin !== null} onRetry={onRetry} onClose={onClose} />;
}
