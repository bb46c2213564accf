// Browser notifications. Permission is only requested when an alert is switched on.
import { truncated, withCharacterNames } from '@/lib/text/foreign-text';
import type { RaisedAlert } from '@/lib/client/alerts/stored-alerts';

export type NotificationState = NotificationPermission | 'unsupported';

export function notificationState(): NotificationState {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

export async function requestNotifications(): Promise<NotificationState> {
  return notificationState() === 'default' ? Notification.requestPermission() : notificationState();
}

/** Shows an alert, replacing the last one of the same name; false when the browser does not accept it. */
export function showNotification({ name, sentence, kind }: RaisedAlert, onClick: () => void): boolean {
  if (notificationState() !== 'granted') return false;
  try {
    const notification = new Notification(name, {
      body: withCharacterNames(truncated(sentence === '' ? kind : sentence), { sentence: true }),
      tag: `dagscope ${name}`,
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onClick();
    };
    return true;
  } catch {
    // Mobile browsers accept notifications from a service worker only.
    return false;
  }
}
