// The browser's notifications. Nothing here asks for permission by itself.
import type { Raised } from '@/lib/client/alerts/alert-rule';

export type NotificationState = NotificationPermission | 'none';

/** Whether this browser shows notifications of the console. */
export function notificationState(): NotificationState {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/** Asks the reader, once in the life of a browser. To be called when an alert is switched on. */
export async function askForNotifications(): Promise<NotificationState> {
  return notificationState() === 'default' ? Notification.requestPermission() : notificationState();
}

/** Hands an alert to the browser; false where it does not take it. Of one alert one notification stands, the newest. */
export function notifyOf({ name, said, kind }: Raised, onPress: () => void): boolean {
  if (notificationState() !== 'granted') return false;
  try {
    const notification = new Notification(name, { body: said === '' ? kind : said, tag: `dagscope ${name}` });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onPress();
    };
    return true;
  } catch {
    // Phones want a worker for it.
    return false;
  }
}
