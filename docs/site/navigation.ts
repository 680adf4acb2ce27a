/** The pages of the site, in the order of its menu. */

/** A page of Markdown, by its path from the project's root. */
export interface Entry {
  readonly path: string;
  readonly title: string;
}

export const NAVIGATION: readonly (readonly [group: string, entries: readonly Entry[]])[] = [
  [
    "Start",
    [
      { path: "README.md", title: "Overview" },
      { path: "docs/site/try-it.md", title: "Try it" },
    ],
  ],
  [
    "The mock",
    [
      { path: "docs/mock.md", title: "In your app" },
      { path: "docs/recipes.md", title: "Recipes" },
      { path: "scenarios/README.md", title: "Scenarios" },
      { path: "docs/exact-ids.md", title: "Exact ids" },
      { path: "examples/orders-page/README.md", title: "Example app" },
      { path: "examples/replicas/README.md", title: "Several mocks" },
    ],
  ],
  [
    "Checking deployments",
    [
      { path: "contract-tests/staging.md", title: "Check staging" },
      { path: "docs/ci.md", title: "In CI" },
      { path: "docs/alike.md", title: "Keep the mock alike" },
      { path: "contract-tests/README.md", title: "How it decides" },
      { path: "spec/rulings.md", title: "Rulings" },
    ],
  ],
  [
    "Reference",
    [
      { path: "spec/errors.md", title: "Errors" },
      { path: "docs/speed.md", title: "Speed and versions" },
      { path: "docs/gateways.md", title: "Gateways" },
      { path: "spec/version-2.md", title: "Version 2" },
      { path: "CHANGELOG.md", title: "Changelog" },
      { path: "CONTRIBUTING.md", title: "Contributing" },
      { path: "SECURITY.md", title: "Security" },
    ],
  ],
];

/** Where a page of Markdown, or a picture, is in the site. */
export function addressOf(path: string): string {
  return path
    .replace(/^docs\/(?:site\/)?/, "")
    .replace(/README\.md$/, "index.md")
    .replace(/\.md$/, ".html");
}
