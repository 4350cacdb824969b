// Replaces a screen that failed by an explanation and a button to reload.

import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { forgetFailures, ScreenNotLoaded } from "./browser/lazy-screen.ts";

type Props = {
  /** A value that changes with the page: a new page is rendered in spite of an earlier error. */
  readonly place: string;
  readonly children: ReactNode;
};
type State = { readonly error: Error | null; readonly place: string };

/** Finished results are already stored on the device, so reloading loses none. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { error: null, place };
  }

  override componentDidUpdate(before: Props): void {
    if (before.place !== this.props.place) forgetFailures();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main id="main" className="page" tabIndex={-1}>
        <div className="empty" role="alert">
          <h1>{error instanceof ScreenNotLoaded ? "This page did not load" : "Something went wrong"}</h1>
          <p>
            {error instanceof ScreenNotLoaded
              ? "The connection may be down, or there is a newer version of Tabstop. Reload the page to continue."
              : "That was our mistake. Your finished results are safe. Reload the page to continue."}
          </p>
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </main>
    );
  }
}
