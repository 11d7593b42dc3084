import { isFromWidget, isHello, protocolVersion } from '@patchbay/contracts/widget-message';
import type { FromWidget, Init, ToWidget } from '@patchbay/contracts/widget-message';

export interface WidgetLine {
    /** @returns false while there is nobody to hear it */
    send(message: ToWidget): boolean;
    hangUp(): void;
}

/**
 * Waits for the widget's hello, answers it with `init` and a port, and from then on listens to that port alone: whatever else loads in the
 * frame, or speaks to this window, is not heard.
 * @param args.widgetOrigin compared as a whole string; also the only origin that `init`, which may hold the session token, is sent to
 * @param args.describe called when the hello arrives, so that the newest token and options go along
 * @param args.onHello with the widget's protocol version, after it was answered
 */
export function waitForWidget(args: {
    frame: HTMLIFrameElement;
    widgetOrigin: string;
    describe: () => Pick<Init, 'token' | 'options'>;
    onHello: (version: number) => void;
    onMessage: (message: FromWidget) => void;
}): WidgetLine {
    const { frame, widgetOrigin } = args;
    let port: MessagePort | undefined;

    function answerHello({ data, origin, source }: MessageEvent<unknown>): void {
        const widget = frame.contentWindow;
        if (widget === null || source !== widget || origin !== widgetOrigin || !isHello(data)) return;
        window.removeEventListener('message', answerHello);
        const channel = new MessageChannel();
        port = channel.port1;
        // Assigned, because that also starts the port; a listener would not.
        port.onmessage = (event: MessageEvent<unknown>) => {
            if (isFromWidget(event.data)) args.onMessage(event.data);
        };
        const init: Init = { patchbay: 1, type: 'init', nonce: data.nonce, version: protocolVersion, ...args.describe() };
        widget.postMessage(init, widgetOrigin, [channel.port2]);
        args.onHello(data.version);
    }
    window.addEventListener('message', answerHello);

    return {
        send(message) {
            port?.postMessage(message);
            return port !== undefined;
        },
        hangUp() {
            window.removeEventListener('message', answerHello);
            port?.close();
        }
    };
}
