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

/** Keeps a fault inside its panel: the rest of the page lives on. A class, because React catches errors in classes only. */
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
        title={`${this.props.name} could not be drawn`}
        cause={this.state.error.message}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
