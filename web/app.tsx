// The frame of every page: bar, routes, gates, and what is shown while a screen loads or after it has failed.

import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { Spinner, usePatience } from "./ui/waiting.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { AdminGate, SignedInGate } from "./shell/gate.tsx";
import { lazyScreen } from "./shell/browser/lazy-screen.ts";
import { Nav } from "./shell/nav.tsx";
import { findRoute } from "./shell/router/route-match.ts";
import { PageNote } from "./shell/page-note.tsx";
import { Navigate, RouteParamsOf, Router, useLocation } from "./shell/router/router.tsx";
import { type Route, routes, type ScreenName } from "./shell/router/routes.ts";
import { SessionWarning } from "./shell/session/session-warning.tsx";

const screens: Readonly<Record<ScreenName, ComponentType>> = {
  landing: lazyScreen(async () => (await import("./landing/landing-screen.tsx")).LandingScreen),
  login: lazyScreen(async () => (await import("./accounts/entry/login-screen.tsx")).LoginScreen),
  register: lazyScreen(async () => (await import("./accounts/entry/register-screen.tsx")).RegisterScreen),
  "forgot-password": lazyScreen(
    async () => (await import("./accounts/entry/forgot-password-screen.tsx")).ForgotPasswordScreen,
  ),
  "reset-password": lazyScreen(
    async () => (await import("./accounts/entry/reset-password-screen.tsx")).ResetPasswordScreen,
  ),
  practice: lazyScreen(async () => (await import("./practice/practice-screen.tsx")).PracticeScreen),
  replay: lazyScreen(async () => (await import("./practice/replay/replay-screen.tsx")).ReplayScreen),
  review: lazyScreen(async () => (await import("./practice/review/review-screen.tsx")).ReviewScreen),
  progress: lazyScreen(async () => (await import("./progress/progress-screen.tsx")).ProgressScreen),
  knowledge: lazyScreen(
    async () => (await import("./progress/knowledge/knowledge-screen.tsx")).KnowledgeScreen,
  ),
  profile: lazyScreen(async () => (await import("./accounts/profile/profile-screen.tsx")).ProfileScreen),
  "test-api": lazyScreen(async () => (await import("./landing/api-test-screen.tsx")).ApiTestScreen),
  "seo-test": lazyScreen(async () => (await import("./landing/seo-test-screen.tsx")).SeoTestScreen),
  "admin-dashboard": lazyScreen(
    async () => (await import("./statistics/dashboard-screen.tsx")).DashboardScreen,
  ),
  "admin-courses": lazyScreen(
    async () => (await import("./authoring/list/courses-screen.tsx")).CoursesScreen,
  ),
  "admin-course": lazyScreen(async () => (await import("./authoring/form/content-screen.tsx")).CourseScreen),
  "admin-lesson": lazyScreen(async () => (await import("./authoring/form/content-screen.tsx")).LessonScreen),
  "admin-chapter": lazyScreen(
    async () => (await import("./authoring/form/content-screen.tsx")).ChapterScreen,
  ),
  "admin-examples": lazyScreen(
    async () => (await import("./authoring/list/examples-screen.tsx")).ExamplesScreen,
  ),
  "admin-example": lazyScreen(
    async () => (await import("./authoring/form/content-screen.tsx")).ExampleScreen,
  ),
};

export function App(): ReactNode {
  // From now on the session decides what is drawn, not the mark that page-start.js has set.
  useLayoutEffect(() => {
    delete document.documentElement.dataset.signedIn;
  }, []);
  return (
    // Around everything, so that an error in the frame does not leave a white page.
    <ErrorBoundary place="everywhere">
      <Router>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <Nav />
        <PageNote />
        <Pages />
        <SessionWarning />
      </Router>
    </ErrorBoundary>
  );
}

function Pages(): ReactNode {
  const { pathname, arrivedBy } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    const isNew = before.current !== pathname;
    before.current = pathname;
    // A link leads to the top of the page; after going back, the browser restores the position. A change of the query
    // alone is not a new page.
    if (isNew && arrivedBy === "link") scrollTo(0, 0);
  }, [pathname, arrivedBy]);
  const found = findRoute(routes, pathname);
  return (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<ScreenLoading />}>
        {found ? (
          <RouteParamsOf params={found.params}>
            <Page route={found.route} />
          </RouteParamsOf>
        ) : (
          <Navigate to="/" replace />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}

function Page({ route }: { readonly route: Route }): ReactNode {
  const screen = <Screen key={route.path} route={route} />;
  if (route.gate === "admin") return <AdminGate>{screen}</AdminGate>;
  return route.gate === "signed-in" ? <SignedInGate>{screen}</SignedInGate> : screen;
}

function Screen({ route }: { readonly route: Route }): ReactNode {
  const Content = screens[route.screen];
  return <Content />;
}

function ScreenLoading(): ReactNode {
  const patient = usePatience();
  return (
    <main id="main" className="page" tabIndex={-1}>
      {patient ? <Spinner label="Loading..." /> : null}
    </main>
  );
}
