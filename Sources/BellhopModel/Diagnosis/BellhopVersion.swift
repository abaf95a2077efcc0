public enum BellhopVersion {
    /// Of everything in this repository (Semantic Versioning 2.0).
    public static let current = "0.1.0"
}
