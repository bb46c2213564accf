'use client';
import { Component, type ReactNode } from 'react';
import { ErrorPanel } from './error-panel';

interface PanelBoundaryProps {
  /** What the panel shows, for the sentence "… could not be drawn". */
  name: string;
  children: ReactNode;
  /** When it changes, a failed panel tries again by itself (e.g. another id is shown). */
  resetKey?: string;
}

/** Contains a render error in its panel. A class because React has no other error boundary. */
export class PanelBoundary extends Component<PanelBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: PanelBoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorPanel
        title={`Couldn't display ${this.props.name}`}
        cause={this.state.error.message}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
