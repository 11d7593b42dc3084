/** The words of the sign-in window, which the server draws itself. The widget has its own catalogue. */
export interface PageTexts {
    lang: string;
    dir: 'ltr' | 'rtl';
    opening: string;
    openingHint: string;
    leaving(provider: string): string;
    goOn: string;
    close: string;
    /** Before the reference of an attempt. */
    support: string;
    results: Record<
        'connected' | 'goOn' | 'denied' | 'failed' | 'restart' | 'otherBrowser' | 'tooLate' | 'trouble',
        { title(provider: string): string; text(provider: string): string }
    >;
}

const en: PageTexts = {
    lang: 'en',
    dir: 'ltr',
    opening: 'Opening the sign-in page…',
    openingHint: 'This takes a moment.',
    leaving: (provider) => `Taking you to ${provider}…`,
    goOn: 'Continue',
    close: 'Close this window',
    support: 'If it goes on, this code helps the people behind the app:',
    results: {
        connected: { title: (provider) => `${provider} is connected`, text: () => 'You can close this window and go back.' },
        goOn: { title: () => 'Signed in', text: () => 'One more step waits for you on the page you came from.' },
        denied: {
            title: () => 'Nothing was connected',
            text: (provider) => `You didn’t give access in ${provider}. You can close this window and try again.`
        },
        failed: {
            title: (provider) => `${provider} could not be connected`,
            text: () => 'Close this window: the page you came from says what you can do.'
        },
        restart: {
            title: () => 'This sign-in is over',
            text: () => 'It was started in another window or has been used before. Close this window and start again.'
        },
        otherBrowser: {
            title: () => 'Please finish where you started',
            text: () => 'This sign-in was started in another browser. Go back to it, or start again here.'
        },
        tooLate: {
            title: () => 'This took too long',
            text: () => 'The sign-in wasn’t finished in time. Close this window and start again.'
        },
        trouble: {
            title: () => 'That didn’t work',
            text: () => 'Something is wrong on our side right now. Close this window and try again in a few minutes.'
        }
    }
};

const ar: PageTexts = {
    lang: 'ar',
    dir: 'rtl',
    opening: 'جارٍ فتح صفحة تسجيل الدخول…',
    openingHint: 'لحظة واحدة من فضلك.',
    leaving: (provider) => `جارٍ نقلك إلى ${provider}…`,
    goOn: 'متابعة',
    close: 'إغلاق هذه النافذة',
    support: 'إن تكرر ذلك فهذا الرمز يساعد القائمين على التطبيق:',
    results: {
        connected: { title: (provider) => `تم ربط ${provider}`, text: () => 'يمكنك إغلاق هذه النافذة والعودة.' },
        goOn: { title: () => 'تم تسجيل الدخول', text: () => 'بقيت خطوة واحدة في الصفحة التي أتيت منها.' },
        denied: {
            title: () => 'لم يتم ربط أي شيء',
            text: (provider) => `لم تمنح الإذن في ${provider}. يمكنك إغلاق هذه النافذة والمحاولة مرة أخرى.`
        },
        failed: { title: (provider) => `تعذّر ربط ${provider}`, text: () => 'أغلق هذه النافذة: الصفحة التي أتيت منها توضح ما يمكنك فعله.' },
        restart: {
            title: () => 'انتهت عملية تسجيل الدخول هذه',
            text: () => 'بدأت في نافذة أخرى أو استُخدمت من قبل. أغلق هذه النافذة وابدأ من جديد.'
        },
        otherBrowser: {
            title: () => 'أكمل من حيث بدأت',
            text: () => 'بدأت عملية تسجيل الدخول هذه في متصفح آخر. عد إليه أو ابدأ من جديد هنا.'
        },
        tooLate: {
            title: () => 'استغرق الأمر وقتًا طويلًا',
            text: () => 'لم يكتمل تسجيل الدخول في الوقت المحدد. أغلق هذه النافذة وابدأ من جديد.'
        },
        trouble: {
            title: () => 'لم ينجح ذلك',
            text: () => 'هناك مشكلة لدينا في الوقت الحالي. أغلق هذه النافذة وحاول مرة أخرى بعد بضع دقائق.'
        }
    }
};

export function pageTexts(locale: string): PageTexts {
    return locale.toLowerCase().startsWith('ar') ? ar : en;
}
